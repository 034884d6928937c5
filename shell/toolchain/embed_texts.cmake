# cutline_embed_texts(TARGET FUNCTION HEADER FOLDER EXTENSION)
#
# Compiles every FOLDER/*.EXTENSION into TARGET as one table, sorted by name, which the function
# std::span<const EmbeddedText> cutline::FUNCTION() of HEADER returns. A text's name is its file
# name without the extension. FOLDER may be relative to the top of the repository.
#
# Run as a script (cmake -P, with OUT, FUNCTION, HEADER, FOLDER, EXTENSION) this file writes that
# .cc.

if(CMAKE_SCRIPT_MODE_FILE)
  file(GLOB files ${FOLDER}/*.${EXTENSION})
  list(SORT files)
  list(LENGTH files count)
  set(text "// Generated from ${EXTENSION} files at build time.\n#include \"${HEADER}\"\n\n")
  string(APPEND text "#include <array>\n\nnamespace cutline {\n\n")
  string(APPEND text "std::span<const EmbeddedText> ${FUNCTION}() {\n")
  string(APPEND text "  static constexpr std::array<EmbeddedText, ${count}> kTexts = {{\n")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WLE)
    file(READ ${file} content)
    if(content MATCHES "\\)cutline~\"")
      message(FATAL_ERROR "${file} holds )cutline~\", which ends an embedded text.")
    endif()
    string(APPEND text "    {\"${name}\",\n     R\"cutline~(${content})cutline~\"},\n")
  endforeach()
  string(APPEND text "}};\n  return kTexts;\n}\n\n")
  string(APPEND text "}  // namespace cutline\n")
  file(WRITE ${OUT} "${text}")
  return()
endif()

set(CUTLINE_EMBED_TEXTS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(cutline_embed_texts target function header folder extension)
  cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.${extension})
  set(out ${CMAKE_BINARY_DIR}/generated/${function}.cc)
  set(names "${files}")
  list(TRANSFORM names REPLACE ".*/" "")
  string(REPLACE ";" " " names "${names}")
  file(GENERATE OUTPUT ${out}.list CONTENT "${names}\n") # changes when a file comes or goes
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DFUNCTION=${function} -DHEADER=${header}
      -DFOLDER=${folder} -DEXTENSION=${extension}
      -P ${CUTLINE_EMBED_TEXTS_SCRIPT}
    DEPENDS ${files} ${out}.list ${CUTLINE_EMBED_TEXTS_SCRIPT}
    COMMENT "Embedding ${folder}/*.${extension}"
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
