// The functions of Dear ImGui 1.86 (Debian's libimgui-dev) that Aldis uses, in C. Layout and drawing are in Swift.
//
// Dear ImGui keeps its current context in a global variable. All functions use the context of the last `gui_make_current`, and
// only one thread at a time may call them. `gui_create` also makes its context current.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Pixels from the top left of the window.
typedef struct { float x, y, width, height; } GuiArea;

// One corner of a triangle. The texture coordinates u and v are 0...1. The colour is red, green, blue and alpha, not
// premultiplied.
typedef struct { float x, y, u, v; uint8_t colour[4]; } GuiVertex;

// A character of the glyph atlas: its rectangle relative to the pen, in pixels; its texture coordinates, 0...1; and the advance
// of the pen, in pixels.
typedef struct { uint16_t character; float left, top, right, bottom, u0, v0, u1, v1, advance; } GuiGlyph;

// Colours as 0xRRGGBB and lengths in pixels; `frame` is the width of the outline of buttons, sliders and entries.
typedef struct {
  uint32_t ink, quietInk, panel, rule, raised, accent;
  float unit, radius, frame;
} GuiStyle;

typedef enum {
  GUI_TAB, GUI_LEFT, GUI_RIGHT, GUI_UP, GUI_DOWN, GUI_PAGE_UP, GUI_PAGE_DOWN, GUI_HOME, GUI_END, GUI_DELETE,
  GUI_BACKSPACE, GUI_SPACE, GUI_ENTER, GUI_A, GUI_C, GUI_V, GUI_X, GUI_Y, GUI_Z, GUI_KEY_COUNT
} GuiKey;

void *gui_create(void);
void gui_destroy(void *context);
void gui_make_current(void *context);

// Sets a font of finished glyphs with lines of `height` pixels. The texels at (whiteU, whiteV) are white, for shapes without
// text.
void gui_set_font(float height, float whiteU, float whiteV, const GuiGlyph *glyphs, int count);
void gui_set_style(GuiStyle style);

// Input since the last frame.
void gui_pointer(float x, float y);
void gui_mouse_button(bool isDown);
void gui_wheel(float x, float y);
void gui_key(GuiKey key, bool isDown);
void gui_modifiers(bool shift, bool control, bool alt);
void gui_character(uint32_t character);

void gui_begin_frame(float width, float height, float seconds);
void gui_end_frame(void);

// The state after the last frame.
bool gui_has_window_at(float x, float y);  // whether a window with controls covers the place
bool gui_holds_pointer(void);   // whether the pointer is over a control or drags one
bool gui_takes_text(void);      // whether an entry is being edited
bool gui_has_popup(void);
float gui_hover_seconds(void);  // seconds for which the pointer has been on the same control
const char *gui_clipboard(void);
void gui_set_clipboard(const char *text);

// One draw of the last frame, in order: triangles with the atlas as texture, clipped to an area. Valid until the next frame.
typedef struct {
  GuiArea clip;
  const GuiVertex *vertices;
  const uint16_t *indices;
  int count;
} GuiDraw;
int gui_draw_count(void);
GuiDraw gui_draw(int index);

// A window and a list are ended in any case, a popup only if `gui_begin_popup` returned true.
bool gui_begin_window(const char *name, GuiArea area);
void gui_end_window(void);
void gui_open_popup(const char *name);
bool gui_begin_popup(const char *name, GuiArea area);
void gui_end_popup(void);
void gui_close_popup(void);      // the current one
void gui_close_popups(void);     // all
bool gui_begin_list(const char *name, GuiArea area);
float gui_scroll(void);         // the scroll position of the current list, in pixels
void gui_end_list(void);

// Set the next control's place, whether it is disabled, and whether it gets the keyboard's focus.
void gui_place(float x, float y);
void gui_begin_disabled(bool isDisabled);
void gui_end_disabled(void);
void gui_focus_next(void);
void gui_drop_focus(void);

bool gui_button(const char *label, float width, float height, bool isMarked);
// `isFilled`: whether the slider is filled up to its value.
bool gui_slider(const char *label, float width, float height, float *value, float low, float high, bool isFilled);
bool gui_choice(const char *label, bool isChosen, float width, float height);
// `other` replaces the text that is being edited, unless it is null.
bool gui_entry(const char *label, const char *hint, float width, char *text, int capacity, const char *other);
bool gui_entry_done(void);      // whether Enter was pressed in the last entry
bool gui_is_edited(void);       // whether the last entry has the keyboard's focus
bool gui_colour(const char *label, float *red_green_blue, float width);
void gui_words(const char *text, uint32_t colour, float right);
float gui_text_width(const char *text);
bool gui_is_hovered(void);      // the last control, also if it is disabled
bool gui_has_focus(void);       // the last control, by the keyboard
bool gui_is_held(void);         // the last control, by the mouse
// Shows a tooltip above the last control or, if `left` is not null, beside it and to the left of `*left`.
void gui_tip(const char *text, const char *key, const float *left);

#ifdef __cplusplus
}
#endif
