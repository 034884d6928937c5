# imgui and implot: Dear ImGui with its SDL2 and OpenGL ES 3 backends, and ImPlot, both compiled
# under web/imgui_config.h.
add_library(imgui STATIC
  ${CUTLINE_IMGUI_SOURCE}/imgui.cpp
  ${CUTLINE_IMGUI_SOURCE}/imgui_draw.cpp
  ${CUTLINE_IMGUI_SOURCE}/imgui_tables.cpp
  ${CUTLINE_IMGUI_SOURCE}/imgui_widgets.cpp
  ${CUTLINE_IMGUI_SOURCE}/backends/imgui_impl_sdl2.cpp
  ${CUTLINE_IMGUI_SOURCE}/backends/imgui_impl_opengl3.cpp)
target_include_directories(imgui SYSTEM PUBLIC
  ${CUTLINE_IMGUI_SOURCE} ${CUTLINE_IMGUI_SOURCE}/backends)
target_compile_definitions(imgui PUBLIC
  IMGUI_USER_CONFIG="${CMAKE_SOURCE_DIR}/web/imgui_config.h" IMGUI_IMPL_OPENGL_ES3)
target_compile_options(imgui PRIVATE -w -fno-exceptions -fno-rtti)
target_link_libraries(imgui PUBLIC sdl2)

# ImPlot asks for imgui.h under that name or as imgui/imgui.h, depending on where it comes from.
foreach(header imgui imgui_internal)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/forward/imgui/${header}.h
    CONTENT "#include <${header}.h>\n")
endforeach()
add_library(implot STATIC
  ${CUTLINE_IMPLOT_SOURCE}/implot.cpp
  ${CUTLINE_IMPLOT_SOURCE}/implot_items.cpp)
target_include_directories(implot SYSTEM PUBLIC
  ${CUTLINE_IMPLOT_SOURCE} ${CMAKE_BINARY_DIR}/forward)
target_compile_options(implot PRIVATE -w -Os -fno-exceptions -fno-rtti)
target_link_libraries(implot PUBLIC imgui)
