# site: the folder ${site} that a static host serves. The program is linked into it; this adds
# index.html, shell/page under its own name, the fonts and the notices, and fails when a first visit
# would load more than the budget.
set(CUTLINE_PYTHON /usr/bin/python3) # the system's own: python3-fonttools belongs to it
set(toolchain ${CMAKE_SOURCE_DIR}/shell/toolchain)

set(fonts ${site}/cutline-font.ttf ${site}/cutline-font-semibold.ttf)
add_custom_command(
  OUTPUT ${fonts}
  COMMAND ${CUTLINE_PYTHON}
    ${toolchain}/build_fonts.py ${CMAKE_SOURCE_DIR}/assets/fonts.toml ${site}
  DEPENDS ${toolchain}/build_fonts.py ${CMAKE_SOURCE_DIR}/assets/fonts.toml
  COMMENT "Taking the fonts' subsets"
  VERBATIM)

add_custom_command(
  OUTPUT ${site}/notices.txt
  COMMAND ${CUTLINE_PYTHON} ${toolchain}/notices.py ${site}/notices.txt
    --emscripten ${CUTLINE_EMSCRIPTEN_ROOT} --sdl2 ${CUTLINE_SDL2_SOURCE}
    --imgui ${CUTLINE_IMGUI_SOURCE} --implot ${CUTLINE_IMPLOT_SOURCE}
    --headers ${CMAKE_BINARY_DIR}/headers
  DEPENDS ${toolchain}/notices.py ${CUTLINE_CACHE}/chosen.cmake
  COMMENT "Gathering the notices"
  VERBATIM)

# A quick link is larger: its bytes are told, and held against no budget.
set(first_visit_budget)
if(CUTLINE_FAST_LINK)
  set(first_visit_budget --budget 1000000 --later 1000000)
endif()

# Everything in one file, by esbuild.
find_program(CUTLINE_ESBUILD esbuild)
set(single_file)
if(CUTLINE_ESBUILD)
  set(single_file COMMAND ${CUTLINE_PYTHON}
    ${toolchain}/single_file.py ${site} ${site}/cutline-lab.html)
  if(CUTLINE_FAST_LINK)
    list(APPEND single_file --budget 3000000)
  endif()
else()
  message(NOTICE "esbuild is not on PATH: the single file is left out.")
endif()

file(GLOB_RECURSE page_files CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/shell/page/* ${CMAKE_SOURCE_DIR}/shell/embed/*)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/site.stamp
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${site}/shell
  COMMAND ${CMAKE_COMMAND} -E make_directory ${site}/shell
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_SOURCE_DIR}/shell/page ${site}/shell/page
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_SOURCE_DIR}/shell/embed ${site}/shell/embed
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/index.html ${site}/index.html
  COMMAND ${CUTLINE_PYTHON} ${toolchain}/shrink.py ${site}
  COMMAND ${CUTLINE_PYTHON} ${toolchain}/page_bytes.py ${site} ${first_visit_budget}
  ${single_file}
  COMMAND ${CUTLINE_PYTHON} ${toolchain}/service_worker.py ${site}
  COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/site.stamp
  DEPENDS cutline_web ${fonts} ${site}/notices.txt ${page_files}
    ${CMAKE_SOURCE_DIR}/index.html ${toolchain}/page_bytes.py ${toolchain}/single_file.py
    ${toolchain}/service_worker.py ${toolchain}/shrink.py
  COMMENT "Putting the site together in ${site}"
  VERBATIM)
add_custom_target(site ALL DEPENDS ${CMAKE_BINARY_DIR}/site.stamp)
