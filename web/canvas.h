// The canvas's life: SDL window, GL context, Dear ImGui; resizing, pixel ratio, a lost context.
//
//     start ──▶ live ──lose──▶ lost ──restore──▶ live
//        └──▶ off: no WebGL 2; nothing is drawn and everything else goes on
#pragma once
#include <cstdint>

#include "web/fonts.h"
#include "web/geometry.h"

struct SDL_Window;
union SDL_Event;

namespace cutline {

struct CanvasSize {
  int width = 0;  // CSS pixels
  int height = 0;
  float pixel_ratio = 1;
  friend bool operator==(const CanvasSize&, const CanvasSize&) = default;
};

class Canvas {
 public:
  // Before start().
  void give_font(const unsigned char* bytes, int size, bool semibold);

  bool start(CanvasSize size);
  bool live() const { return state_ == State::live; }
  void resize(CanvasSize size);
  void lose();
  bool restore();
  void set_active(bool active);  // inactive: keys and wheel are not the canvas's
  void release_keys();

  // One frame: input, then what is drawn between the two, then out.
  void begin_frame();
  void end_frame(uint32_t paper_rgba);
  bool settling() const;  // input is still being taken in

  const Fonts& fonts() const { return fonts_; }
  float pixel_ratio() const { return size_.pixel_ratio; }
  Box box() const {
    return {0, 0, static_cast<float>(size_.width), static_cast<float>(size_.height)};
  }

 private:
  enum class State : uint8_t { off, live, lost };

  bool open_window();
  void fit();  // window, drawing buffer and fonts to size_
  void take_events();
  void take(const SDL_Event& event);

  State state_ = State::off;
  SDL_Window* window_ = nullptr;
  CanvasSize size_;
  FontFiles files_;
  Fonts fonts_;
  bool active_ = false;
  bool touch_ended_ = false;
  int settle_ = 0;  // frames still wanted after the last input
};

}  // namespace cutline
