#include "web/canvas.h"

#include <GLES3/gl3.h>
#include <SDL.h>
#include <emscripten/html5.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_impl_sdl2.h>
#include <imgui_internal.h>

namespace cutline {
namespace {

constexpr char kElement[] = "#canvas";
constexpr char kGlsl[] = "#version 300 es";
constexpr int kSettleFrames = 3;  // Dear ImGui spreads one input over a few frames

void set_up_imgui(float pixel_ratio) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowPadding = style.FramePadding = style.ItemSpacing = ImVec2(0, 0);
  style.WindowBorderSize = style.ChildBorderSize = 0;
  style.WindowMinSize = ImVec2(1, 1);
  style.ScrollbarSize = 6;
  style.ScrollbarRounding = 3;
  style.CircleTessellationMaxError = 0.15f / pixel_ratio;
  style.CurveTessellationTol = 0.6f / pixel_ratio;
}

}  // namespace

void Canvas::give_font(const unsigned char* bytes, int size, bool semibold) {
  std::string& file = semibold ? files_.semibold : files_.regular;
  file.assign(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
}

bool Canvas::open_window() {
  SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT,
              kElement);  // keys of the canvas, not the page's
  SDL_SetHint(SDL_HINT_EMSCRIPTEN_ASYNCIFY, "0");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  // No title: it would become the document's.
  window_ = SDL_CreateWindow(nullptr, 0, 0, size_.width, size_.height,
                             SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI);
  if (window_ && SDL_GL_CreateContext(window_)) {
    SDL_StopTextInput();  // nothing is typed here; keys must not become characters of the page
    return true;
  }
  if (window_) SDL_DestroyWindow(window_);
  window_ = nullptr;
  SDL_Quit();
  return false;
}

bool Canvas::start(CanvasSize size) {
  if (state_ != State::off) return live();
  size_ = size;
  if (!open_window()) return false;
  ImGui::CreateContext();
  set_up_imgui(size_.pixel_ratio);
  fonts_ = rasterise_fonts(files_, size_.pixel_ratio);
  if (!ImGui_ImplSDL2_InitForOpenGL(window_, SDL_GL_GetCurrentContext())) return false;
  if (!ImGui_ImplOpenGL3_Init(kGlsl)) return false;
  state_ = State::live;
  fit();
  return true;
}

void Canvas::fit() {
  SDL_SetWindowSize(window_, size_.width, size_.height);
  // SDL takes the ratio from the window; the page's word counts, for it may limit it.
  const int width = static_cast<int>(static_cast<float>(size_.width) * size_.pixel_ratio);
  const int height = static_cast<int>(static_cast<float>(size_.height) * size_.pixel_ratio);
  int had_width = 0;
  int had_height = 0;
  emscripten_get_canvas_element_size(kElement, &had_width, &had_height);
  if (had_width != width || had_height != height)
    emscripten_set_canvas_element_size(kElement, width, height);
  settle_ = kSettleFrames;
}

void Canvas::resize(CanvasSize size) {
  if (state_ == State::off || size == size_ || size.width < 1 || size.height < 1) return;
  const bool other_ratio = size.pixel_ratio != size_.pixel_ratio;
  size_ = size;
  if (other_ratio) {
    set_up_imgui(size_.pixel_ratio);
    fonts_ = rasterise_fonts(files_, size_.pixel_ratio);
    if (live()) {
      ImGui_ImplOpenGL3_DestroyFontsTexture();
      ImGui_ImplOpenGL3_CreateFontsTexture();
    }
  }
  fit();
}

void Canvas::lose() {
  if (live()) state_ = State::lost;
}

bool Canvas::restore() {
  if (state_ != State::lost) return live();
  // Every GL handle died with the old context. The renderer's own shutdown would hand them back to
  // GL, so its data is dropped instead; it is a plain struct of numbers.
  ImGuiIO& io = ImGui::GetIO();
  ImGui::MemFree(io.BackendRendererUserData);
  io.BackendRendererUserData = nullptr;
  io.BackendRendererName = nullptr;
  io.Fonts->SetTexID(nullptr);
  if (!ImGui_ImplOpenGL3_Init(kGlsl)) return false;
  fonts_ = rasterise_fonts(files_, size_.pixel_ratio);
  state_ = State::live;
  fit();
  return true;
}

void Canvas::set_active(bool active) {
  if (active_ == active) return;
  active_ = active;
  settle_ = kSettleFrames;
  if (!active) release_keys();
}

void Canvas::release_keys() {
  if (state_ == State::off) return;
  SDL_ResetKeyboard();
  ImGuiIO& io = ImGui::GetIO();
  io.AddFocusEvent(false);           // forgets every key that is held ...
  io.AddFocusEvent(true);            // ... and goes on listening
  io.AddMouseButtonEvent(0, false);  // a release outside was never heard
  settle_ = kSettleFrames;
}

void Canvas::take(const SDL_Event& event) {
  ImGuiIO& io = ImGui::GetIO();
  switch (event.type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
      if (!active_) return;
      break;
    case SDL_MOUSEWHEEL:  // the backend's own scaling makes sideways wheels useless
      if (active_) io.AddMouseWheelEvent(-event.wheel.preciseX, event.wheel.preciseY);
      return;
    case SDL_MOUSEBUTTONUP:
      touch_ended_ = event.button.which == SDL_TOUCH_MOUSEID;
      break;
    default:
      break;
  }
  ImGui_ImplSDL2_ProcessEvent(&event);
}

void Canvas::take_events() {
  SDL_Event event;
  while (SDL_PollEvent(&event)) {
    take(event);
    settle_ = kSettleFrames;
  }
}

void Canvas::begin_frame() {
  if (settle_ > 0) --settle_;
  take_events();
  ImGuiIO& io = ImGui::GetIO();
  if (touch_ended_ && settle_ == 1) {  // a finger that is gone hovers over nothing
    io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    touch_ended_ = false;
    settle_ = kSettleFrames;
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  io.DisplaySize = ImVec2(static_cast<float>(size_.width), static_cast<float>(size_.height));
  io.DisplayFramebufferScale = ImVec2(size_.pixel_ratio, size_.pixel_ratio);
  ImGui::NewFrame();
}

void Canvas::end_frame(uint32_t paper_rgba) {
  ImGui::Render();
  const auto part = [paper_rgba](int shift) {
    return static_cast<float>((paper_rgba >> shift) & 0xff) / 255;
  };
  glViewport(0, 0, static_cast<int>(static_cast<float>(size_.width) * size_.pixel_ratio),
             static_cast<int>(static_cast<float>(size_.height) * size_.pixel_ratio));
  glClearColor(part(24), part(16), part(8), 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  SDL_GL_SwapWindow(window_);
}

bool Canvas::settling() const {
  return settle_ > 0 || ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
}

}  // namespace cutline
