# cutline_formats: the header-only JSON and TOML libraries, without exceptions.
#
# The headers lie in the system's include folder, which must not be given to Emscripten as a whole:
# the two folders are linked into the build tree, and that is what the compilers see.
set(headers ${CMAKE_BINARY_DIR}/headers)
foreach(pair "nlohmann=json.hpp=nlohmann-json3-dev" "toml++=toml.h=libtomlplusplus-dev")
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 folder)
  list(GET pair 1 header)
  list(GET pair 2 package)
  find_path(CUTLINE_INCLUDE_${folder} ${folder}/${header}
    HINTS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
  if(NOT CUTLINE_INCLUDE_${folder})
    message(FATAL_ERROR "<${folder}/${header}> is not installed: \
run bash shell/toolchain/setup native, or install ${package}.")
  endif()
  file(MAKE_DIRECTORY ${headers})
  file(CREATE_LINK ${CUTLINE_INCLUDE_${folder}}/${folder} ${headers}/${folder} SYMBOLIC)
endforeach()

add_library(cutline_formats INTERFACE)
target_include_directories(cutline_formats SYSTEM INTERFACE ${headers})
target_compile_definitions(cutline_formats INTERFACE
  TOML_EXCEPTIONS=0 JSON_NOEXCEPTION JSON_USE_IMPLICIT_CONVERSIONS=0)
