// What the reader of exercises needs beyond TomlReader: texts, commands, expressions, and the steps
// with their questions.
#pragma once
#include <string>
#include <vector>

#include "core/lesson/exercise.h"
#include "core/lesson/toml_reader.h"

namespace cutline {

class ExerciseReader : public TomlReader {
 protected:
  static constexpr size_t kLineBytesMax = 200;
  static constexpr size_t kTextBytesMax = 4000;
  static constexpr size_t kCommandsMax = 200;  // in one list

  // A text that must be there, from 1 to `max` bytes.
  bool said(const toml::table& table, std::string_view where, std::string_view key, size_t max,
            std::string& out);
  // A list of texts of at most kLineBytesMax bytes, at most kCommandsMax of them.
  bool texts(const toml::table& table, std::string_view key, std::vector<std::string>& out);
  // ... each of which is a command of the bus, and one for such a subject.
  bool commands(const FigureSubject& subject, const toml::table& table, std::string_view key,
                std::vector<std::string>& out);
  // ... each of which begins with a verb of the bus.
  bool prefixes(const FigureSubject& subject, const toml::table& table, std::string_view key,
                std::vector<std::string>& out);
  bool expression(const FigureSubject& subject, const toml::table& table, std::string_view key,
                  FigureType type, Expression& out);
  bool read_step(const FigureSubject& subject, const toml::table& table, ExerciseStep& out);

 private:
  bool read_question(const FigureSubject& subject, const toml::table& table, Question& out);
  bool read_number(const FigureSubject& subject, const toml::table& table, Question& out);
  bool read_choose(const FigureSubject& subject, const toml::table& table, Question& out);
  bool read_order(const FigureSubject& subject, const toml::table& table, Question& out);
  bool read_options(const FigureSubject& subject, const toml::table& table, Question& out);
  bool read_mistakes(const FigureSubject& subject, const toml::table& table, Question& out);
  bool read_mistake(const FigureSubject& subject, const toml::table& table, FigureType type,
                    Mistake& out);
};

}  // namespace cutline
