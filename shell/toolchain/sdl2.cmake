# sdl2: SDL2 for the page, one static library without audio, joystick, haptic, sensor and renderer.
#
# SDL2's own CMake project makes ~490 checks, each a link by emcc: nine minutes. Its Emscripten port
# needs none of them (SDL_config_emscripten.h is written by hand), so the files are compiled
# straight.
if(CUTLINE_SDL2_LIBRARY) # one that an own Emscripten has built already; SOURCE are its headers
  add_library(sdl2 INTERFACE)
  target_include_directories(sdl2 SYSTEM INTERFACE ${CUTLINE_SDL2_SOURCE})
  target_compile_options(sdl2 INTERFACE -sUSE_SDL=0)
  target_link_options(sdl2 INTERFACE -sUSE_SDL=0)
  target_link_libraries(sdl2 INTERFACE ${CUTLINE_SDL2_LIBRARY})
  return()
endif()

add_library(sdl2 STATIC)
set(src ${CUTLINE_SDL2_SOURCE}/src)
set(folders . atomic cpuinfo dynapi events file stdlib thread thread/generic timer timer/unix
  loadso/dummy power power/emscripten filesystem/emscripten locale locale/emscripten
  misc misc/emscripten main/dummy libm video video/emscripten video/yuv2rgb
  audio joystick joystick/dummy haptic haptic/dummy sensor sensor/dummy hidapi render)
foreach(folder IN LISTS folders)
  file(GLOB files ${src}/${folder}/*.c)
  target_sources(sdl2 PRIVATE ${files})
endforeach()

# A config in front of SDL_config_emscripten.h, under the include guard of SDL's own SDL_config.h.
set(config "#ifndef SDL_config_h_\n#define SDL_config_h_\n")
string(APPEND config "#include \"SDL_platform.h\"\n#include <SDL_config_emscripten.h>\n")
foreach(macro LOADSO_DLOPEN AUDIO_DRIVER_DISK AUDIO_DRIVER_EMSCRIPTEN AUDIO_DRIVER_DUMMY
    JOYSTICK_EMSCRIPTEN JOYSTICK_HIDAPI HAPTIC_DUMMY SENSOR_DUMMY
    VIDEO_DRIVER_DUMMY VIDEO_RENDER_OGL VIDEO_RENDER_OGL_ES2 VIDEO_OPENGL)
  string(APPEND config "#undef SDL_${macro}\n")
endforeach()
string(APPEND config "#define SDL_LOADSO_DUMMY 1\n")
foreach(part AUDIO JOYSTICK HAPTIC SENSOR RENDER HIDAPI)
  string(APPEND config "#define SDL_${part}_DISABLED 1\n")
endforeach()
string(APPEND config "#endif\n")
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/sdl2_config/SDL_config.h CONTENT "${config}")

target_include_directories(sdl2 BEFORE PRIVATE
  ${CMAKE_BINARY_DIR}/sdl2_config ${src}/hidapi/hidapi ${src}/video/khronos)
target_include_directories(sdl2 SYSTEM PUBLIC ${CUTLINE_SDL2_SOURCE}/include)
target_compile_definitions(sdl2 PRIVATE SDL_LEAN_AND_MEAN=1) # no software blitters: GL draws
target_compile_options(sdl2 PRIVATE -w -Os -fwrapv PUBLIC -sUSE_SDL=0)
target_link_options(sdl2 INTERFACE -sUSE_SDL=0)
