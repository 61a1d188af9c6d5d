// What Aldis uses of Dear ImGui (Debian's libimgui-dev, 1.86), in C. Layout, looks and drawing are in Swift.
//
// Dear ImGui keeps its current context in a global variable: everything but `gui_make` works on the one that was
// entered last, and only one thread may be at it.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Pixels from the top left of the window.
typedef struct { float x, y, width, height; } GuiArea;

// One corner of a triangle; the colour is red, green, blue, alpha, not premultiplied.
typedef struct { float x, y, u, v; uint8_t colour[4]; } GuiVertex;

// A character of the sheet: where it lies beside the pen, where on the sheet (0...1), and how far the pen moves.
typedef struct { uint16_t character; float left, top, right, bottom, u0, v0, u1, v1, advance; } GuiGlyph;

// 0xRRGGBB and pixels; `frame` is the width of the line around what can be pressed.
typedef struct {
  uint32_t ink, quietInk, panel, rule, raised, accent;
  float unit, radius, frame;
} GuiStyle;

typedef enum {
  GUI_TAB, GUI_LEFT, GUI_RIGHT, GUI_UP, GUI_DOWN, GUI_PAGE_UP, GUI_PAGE_DOWN, GUI_HOME, GUI_END, GUI_DELETE,
  GUI_BACKSPACE, GUI_SPACE, GUI_ENTER, GUI_A, GUI_C, GUI_V, GUI_X, GUI_Y, GUI_Z, GUI_KEY_COUNT
} GuiKey;

void *gui_make(void);
void gui_end(void *context);
void gui_enter(void *context);

// A font of ready glyphs, `height` from line to line. The white texel fills what is not text.
void gui_set_font(float height, float whiteU, float whiteV, const GuiGlyph *glyphs, int count);
void gui_set_style(GuiStyle style);

// What happened since the last frame.
void gui_pointer(float x, float y);
void gui_button(bool isDown);
void gui_wheel(float x, float y);
void gui_key(GuiKey key, bool isDown);
void gui_modifiers(bool shift, bool control, bool alt);
void gui_character(uint32_t character);

void gui_begin_frame(float width, float height, float seconds);
void gui_end_frame(void);

// Of the last frame.
bool gui_lies_at(float x, float y);  // a control or its window does
bool gui_holds_pointer(void);   // it lies over a control, or drags one
bool gui_takes_text(void);      // an entry is being written in
bool gui_has_popup(void);
float gui_hover_seconds(void);  // how long the pointer has rested on one control
const char *gui_clipboard(void);
void gui_set_clipboard(const char *text);

// What is to be drawn, in order: triangles of the sheet's texture within an area. Valid until the next frame.
typedef struct {
  GuiArea clip;
  const GuiVertex *vertices;
  const uint16_t *indices;
  int count;
} GuiDraw;
int gui_draw_count(void);
GuiDraw gui_draw(int index);

// Windows and popups are ended if they began.
bool gui_begin_window(const char *name, GuiArea area);
void gui_end_window(void);
void gui_open_popup(const char *name);
bool gui_begin_popup(const char *name, GuiArea area);
void gui_end_popup(void);
void gui_close_popup(void);      // the one at hand
void gui_close_popups(void);     // all
bool gui_begin_list(const char *name, GuiArea area);
float gui_scroll(void);         // how far the list is scrolled
void gui_end_list(void);

// The next control: where it lies, whether it can be used, and whether the keyboard's focus comes to it.
void gui_place(float x, float y);
void gui_begin_disabled(bool isDisabled);
void gui_end_disabled(void);
void gui_focus_next(void);
void gui_drop_focus(void);

bool gui_press(const char *label, float width, float height, bool isMarked);
// Filled up to its value, or not at all.
bool gui_slider(const char *label, float width, float height, float *value, float low, float high, bool isFilled);
bool gui_choice(const char *label, bool isChosen, float width, float height);
// `other`, if any, takes the place of what is being written.
bool gui_entry(const char *label, const char *hint, float width, char *text, int capacity, const char *other);
bool gui_entry_done(void);      // Enter ended the last entry
bool gui_is_written(void);      // the last entry has the keyboard
bool gui_colour(const char *label, float *red_green_blue, float width);
void gui_words(const char *text, uint32_t colour, float right);
float gui_text_width(const char *text);
bool gui_is_hovered(void);      // the last control, usable or not
bool gui_has_focus(void);       // the last control, by keyboard
bool gui_is_held(void);         // the last control, by the mouse
// Above the last control, or in its height and at the left of a place.
void gui_tip(const char *text, const char *key, const float *left);

#ifdef __cplusplus
}
#endif
