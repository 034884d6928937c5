// What Dear ImGui and ImPlot are compiled with (IMGUI_USER_CONFIG).
#pragma once
#include <cstddef>

#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_FILE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS

// ImPlot asks for this one, which Dear ImGui counts among the obsolete.
#define IM_OFFSETOF(type, member) offsetof(type, member)
