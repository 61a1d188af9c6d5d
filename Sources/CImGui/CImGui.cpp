#include "CImGui.h"

#include <cstring>
#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>
#include <string>

static_assert(sizeof(ImDrawVert) == sizeof(GuiVertex) && offsetof(ImDrawVert, uv) == offsetof(GuiVertex, u) &&
                offsetof(ImDrawVert, col) == offsetof(GuiVertex, colour),
  "GuiVertex has the layout of ImDrawVert");
static_assert(sizeof(ImDrawIdx) == sizeof(uint16_t), "indices have 16 bits");

namespace {
/// A context of Dear ImGui, with the text that `gui_clipboard` returns.
struct Gui {
  ImGuiContext *context;
  std::string clipboard;
  bool entryEnded = false;
};

Gui *current;

ImVec4 colour(uint32_t rgb, float alpha = 1) {
  return {float(rgb >> 16 & 255) / 255, float(rgb >> 8 & 255) / 255, float(rgb & 255) / 255, alpha};
}

ImVec4 mixed(uint32_t one, uint32_t other, float share) {
  ImVec4 a = colour(one), b = colour(other);
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share, 1};
}
}

void *gui_create() {
  Gui *gui = new Gui{ImGui::CreateContext()};
  gui_make_current(gui);
  ImGuiIO &io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  // Without a blinking cursor, an unchanged window need not be drawn.
  io.ConfigInputTextCursorBlink = false;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  static const ImGuiKey keys[GUI_KEY_COUNT] = {ImGuiKey_Tab, ImGuiKey_LeftArrow, ImGuiKey_RightArrow,
    ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_PageUp, ImGuiKey_PageDown, ImGuiKey_Home, ImGuiKey_End,
    ImGuiKey_Delete, ImGuiKey_Backspace, ImGuiKey_Space, ImGuiKey_Enter, ImGuiKey_A, ImGuiKey_C,
    ImGuiKey_V, ImGuiKey_X, ImGuiKey_Y, ImGuiKey_Z};
  for (int key = 0; key < GUI_KEY_COUNT; key++) io.KeyMap[keys[key]] = key;
  io.ClipboardUserData = gui;
  io.GetClipboardTextFn = [](void *gui) { return static_cast<Gui *>(gui)->clipboard.c_str(); };
  io.SetClipboardTextFn = [](void *gui, const char *text) { static_cast<Gui *>(gui)->clipboard = text; };
  return gui;
}

void gui_destroy(void *gui) {
  ImGui::DestroyContext(static_cast<Gui *>(gui)->context);
  if (current == gui) current = nullptr;
  delete static_cast<Gui *>(gui);
}

void gui_make_current(void *gui) {
  current = static_cast<Gui *>(gui);
  ImGui::SetCurrentContext(current->context);
}

void gui_set_font(float height, float whiteU, float whiteV, const GuiGlyph *glyphs, int count) {
  ImFontAtlas &atlas = *ImGui::GetIO().Fonts;
  atlas.ClearFonts();
  ImFont *font = IM_NEW(ImFont)();
  atlas.Fonts.push_back(font);
  font->ContainerAtlas = &atlas;
  font->FontSize = height;
  font->Ascent = height;
  font->FallbackChar = '?';
  font->EllipsisChar = 0x2026;
  for (const GuiGlyph *glyph = glyphs; glyph < glyphs + count; glyph++)
    font->AddGlyph(nullptr, glyph->character, glyph->left, glyph->top, glyph->right, glyph->bottom, glyph->u0,
      glyph->v0, glyph->u1, glyph->v1, glyph->advance);
  font->BuildLookupTable();
  atlas.TexUvWhitePixel = {whiteU, whiteV};
  atlas.TexReady = true;
}

void gui_set_style(GuiStyle look) {
  ImGuiStyle &style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.FrameBorderSize = look.frame;
  style.PopupBorderSize = style.ChildBorderSize = 1;
  style.WindowMinSize = {1, 1};
  style.FramePadding = {look.unit, look.unit * 0.75f};
  style.ItemSpacing = {look.unit, look.unit * 0.5f};
  style.ItemInnerSpacing = {look.unit, look.unit * 0.5f};
  style.FrameRounding = style.GrabRounding = look.radius;
  // A tooltip is a window.
  style.PopupRounding = style.WindowRounding = look.radius * 1.5f;
  style.ScrollbarRounding = look.radius;
  style.ScrollbarSize = look.unit * 1.25f;
  style.GrabMinSize = look.unit * 1.5f;
  // The glyph atlas has no texels for lines.
  style.AntiAliasedLinesUseTex = false;
  ImVec4 *colours = style.Colors;
  for (int name = 0; name < ImGuiCol_COUNT; name++) colours[name] = {0, 0, 0, 0};
  colours[ImGuiCol_Text] = colour(look.ink);
  colours[ImGuiCol_TextDisabled] = colour(look.quietInk);
  colours[ImGuiCol_PopupBg] = colours[ImGuiCol_WindowBg] = colour(look.panel);
  colours[ImGuiCol_Border] = colour(look.rule);
  colours[ImGuiCol_FrameBg] = colours[ImGuiCol_Button] = colour(look.raised);
  colours[ImGuiCol_FrameBgHovered] = colours[ImGuiCol_ButtonHovered] = mixed(look.raised, look.ink, 0.1f);
  colours[ImGuiCol_FrameBgActive] = colours[ImGuiCol_ButtonActive] = mixed(look.raised, look.ink, 0.2f);
  colours[ImGuiCol_Header] = colour(look.raised);
  colours[ImGuiCol_HeaderHovered] = mixed(look.raised, look.ink, 0.1f);
  colours[ImGuiCol_HeaderActive] = mixed(look.raised, look.ink, 0.2f);
  colours[ImGuiCol_SliderGrab] = colour(look.quietInk);
  colours[ImGuiCol_SliderGrabActive] = colour(look.accent);
  colours[ImGuiCol_CheckMark] = colour(look.accent);
  colours[ImGuiCol_ScrollbarGrab] = colour(look.rule);
  colours[ImGuiCol_ScrollbarGrabHovered] = colours[ImGuiCol_ScrollbarGrabActive] = colour(look.quietInk);
  colours[ImGuiCol_TextSelectedBg] = colour(look.accent, 0.35f);
  colours[ImGuiCol_NavHighlight] = colour(look.accent);
}

void gui_pointer(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }
void gui_mouse_button(bool isDown) { ImGui::GetIO().MouseDown[0] = isDown; }

void gui_wheel(float x, float y) {
  ImGui::GetIO().MouseWheelH += x;
  ImGui::GetIO().MouseWheel += y;
}

void gui_key(GuiKey key, bool isDown) { ImGui::GetIO().KeysDown[key] = isDown; }

void gui_modifiers(bool shift, bool control, bool alt) {
  ImGuiIO &io = ImGui::GetIO();
  io.KeyShift = shift;
  io.KeyCtrl = control;
  io.KeyAlt = alt;
}

void gui_character(uint32_t character) { ImGui::GetIO().AddInputCharacter(character); }

void gui_begin_frame(float width, float height, float seconds) {
  ImGuiIO &io = ImGui::GetIO();
  io.DisplaySize = {width, height};
  io.DeltaTime = seconds > 1e-4f ? seconds : 1e-4f;
  ImGui::NewFrame();
}

void gui_end_frame() { ImGui::Render(); }

bool gui_has_window_at(float x, float y) {
  for (ImGuiWindow *window : ImGui::GetCurrentContext()->Windows)
    if (window->Active && !window->Hidden && !(window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
        window->OuterRectClipped.Contains({x, y}))
      return true;
  return false;
}

bool gui_holds_pointer() { return ImGui::GetIO().WantCaptureMouse; }
bool gui_takes_text() { return ImGui::GetIO().WantTextInput; }
bool gui_has_popup() { return ImGui::GetCurrentContext()->OpenPopupStack.Size > 0; }

float gui_hover_seconds() {
  ImGuiContext &context = *ImGui::GetCurrentContext();
  return context.HoveredId ? context.HoveredIdTimer : 0;
}

const char *gui_clipboard() { return current->clipboard.c_str(); }
void gui_set_clipboard(const char *text) { current->clipboard = text; }

int gui_draw_count() {
  int count = 0;
  ImDrawData *data = ImGui::GetDrawData();
  for (int list = 0; data && list < data->CmdListsCount; list++) count += data->CmdLists[list]->CmdBuffer.Size;
  return count;
}

GuiDraw gui_draw(int index) {
  ImDrawData *data = ImGui::GetDrawData();
  for (int at = 0; at < data->CmdListsCount; at++) {
    ImDrawList *list = data->CmdLists[at];
    if (index >= list->CmdBuffer.Size) {
      index -= list->CmdBuffer.Size;
      continue;
    }
    const ImDrawCmd &command = list->CmdBuffer[index];
    ImVec4 clip = command.ClipRect;
    return {{clip.x, clip.y, clip.z - clip.x, clip.w - clip.y},
      reinterpret_cast<const GuiVertex *>(list->VtxBuffer.Data) + command.VtxOffset,
      list->IdxBuffer.Data + command.IdxOffset, int(command.ElemCount)};
  }
  return {};
}

bool gui_begin_window(const char *name, GuiArea area) {
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  return ImGui::Begin(name, nullptr,
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
      ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus |
      ImGuiWindowFlags_NoBackground);
}

void gui_end_window() { ImGui::End(); }
void gui_open_popup(const char *name) { ImGui::OpenPopup(name); }

bool gui_begin_popup(const char *name, GuiArea area) {
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  return ImGui::BeginPopup(name, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
}

void gui_end_popup() { ImGui::EndPopup(); }
void gui_close_popup() { ImGui::CloseCurrentPopup(); }

void gui_close_popups() {
  if (!gui_has_popup()) return;
  ImGui::ClearActiveID();
  ImGui::ClosePopupToLevel(0, true);
}

bool gui_begin_list(const char *name, GuiArea area) {
  ImGui::SetCursorScreenPos({area.x, area.y});
  return ImGui::BeginChild(name, {area.width, area.height}, false, ImGuiWindowFlags_NavFlattened);
}

float gui_scroll() { return ImGui::GetScrollY(); }
void gui_end_list() { ImGui::EndChild(); }

void gui_place(float x, float y) { ImGui::SetCursorScreenPos({x, y}); }
void gui_begin_disabled(bool isDisabled) { ImGui::BeginDisabled(isDisabled); }
void gui_end_disabled() { ImGui::EndDisabled(); }

void gui_focus_next() {
  ImGui::SetKeyboardFocusHere();
  ImGuiContext &context = *ImGui::GetCurrentContext();
  context.NavDisableHighlight = false;
  context.NavDisableMouseHover = true;
}

void gui_drop_focus() {
  ImGui::SetWindowFocus(nullptr);
  ImGui::GetCurrentContext()->NavDisableHighlight = true;
}

bool gui_button(const char *label, float width, float height, bool isMarked) {
  if (isMarked) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_CheckMark));
  bool isPressed = ImGui::Button(label, {width, height});
  if (isMarked) ImGui::PopStyleColor();
  return isPressed;
}

bool gui_slider(
  const char *label, float width, float height, float *value, float low, float high, bool isFilled) {
  const ImGuiStyle &style = ImGui::GetStyle();
  ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {style.FramePadding.x, (height - ImGui::GetFontSize()) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, 1.0f);
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, ImVec4());
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, ImVec4());
  ImGui::SetNextItemWidth(width);
  bool hasMoved =
    ImGui::SliderFloat(label, value, low, high, "", ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
  if (isFilled) {
    ImVec4 ink = style.Colors[ImGuiCol_CheckMark];
    float share = high > low ? ImSaturate((*value - low) / (high - low)) : 0;
    ImVec2 end = {corner.x + ImFloor(width * share), corner.y + height};
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImDrawFlags corners = share < 1 ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_RoundCornersAll;
    ImU32 tint = ImGui::GetColorU32({ink.x, ink.y, ink.z, ImGui::IsItemActive() ? 0.4f : 0.28f});
    if (end.x > corner.x) list->AddRectFilled(corner, end, tint, style.FrameRounding, corners);
  }
  return hasMoved;
}

bool gui_choice(const char *label, bool isChosen, float width, float height) {
  // A button, because `ImGui::Selectable` has sharp corners.
  ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0, 0.5f});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.0f);
  ImGui::PushStyleColor(ImGuiCol_Button, isChosen ? ImGui::GetStyleColorVec4(ImGuiCol_Header) : ImVec4());
  bool isPressed = ImGui::Button(label, {width, height});
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  return isPressed;
}

bool gui_entry(const char *label, const char *hint, float width, char *text, int capacity, const char *other) {
  ImGui::SetNextItemWidth(width);
  std::string before = text;
  // The entry with the focus has its own copy of the text, which only a callback can change.
  auto replace = [](ImGuiInputTextCallbackData *data) {
    if (const char *text = static_cast<const char *>(data->UserData)) {
      data->DeleteChars(0, data->BufTextLen);
      data->InsertChars(0, text);
      data->ClearSelection();
    }
    return 0;
  };
  current->entryEnded = ImGui::InputTextWithHint(label, hint, text, capacity,
    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways, replace, const_cast<char *>(other));
  return before != text;
}

bool gui_entry_done() { return current->entryEnded; }
bool gui_is_edited() { return ImGui::IsItemActive(); }

bool gui_colour(const char *label, float *red_green_blue, float width) {
  ImGui::SetNextItemWidth(width);
  // The padding is for the colour picker that it opens.
  float unit = ImGui::GetStyle().ItemSpacing.x;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit, unit});
  bool hasChanged = ImGui::ColorEdit3(label, red_green_blue,
    ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoSidePreview |
      ImGuiColorEditFlags_NoOptions);
  ImGui::PopStyleVar();
  return hasChanged;
}

void gui_words(const char *text, uint32_t rgb, float right) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour(rgb));
  ImVec2 at = ImGui::GetCursorScreenPos();
  ImVec2 end = {right, at.y + ImGui::GetFontSize()};
  ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), at, end, right, right, text, nullptr, nullptr);
  ImGui::PopStyleColor();
}

float gui_text_width(const char *text) { return ImGui::CalcTextSize(text, nullptr, true).x; }
bool gui_is_hovered() { return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled); }

bool gui_has_focus() {
  return ImGui::IsItemFocused() && !ImGui::GetCurrentContext()->NavDisableHighlight;
}

bool gui_is_held() { return ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left); }

void gui_tip(const char *text, const char *key, const float *left) {
  float unit = ImGui::GetStyle().ItemSpacing.x;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit * 1.25f, unit});
  // The tooltip covers neither the control nor its neighbours: it is above a row, and to the left of a column.
  ImVec2 corner = ImGui::GetItemRectMin();
  float width = ImGui::CalcTextSize(text).x + (*key ? ImGui::CalcTextSize(key).x + unit * 2 : 0) + unit * 2.5f;
  float x = ImMax(0.0f, ImMin(corner.x, ImGui::GetIO().DisplaySize.x - width - unit));
  // Below the control if there is no room above it.
  bool isBelow = corner.y < ImGui::GetTextLineHeight() + 4 * unit;
  if (left)
    ImGui::SetNextWindowPos(
      {*left - unit, (corner.y + ImGui::GetItemRectMax().y) / 2}, ImGuiCond_Always, {1, 0.5f});
  else if (isBelow)
    ImGui::SetNextWindowPos({x, ImGui::GetItemRectMax().y + unit}, ImGuiCond_Always);
  else
    ImGui::SetNextWindowPos({x, corner.y - unit}, ImGuiCond_Always, {0, 1});
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(text);
  if (*key) {
    ImGui::SameLine(0, unit * 2);
    ImGui::TextDisabled("%s", key);
  }
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}
