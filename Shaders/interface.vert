#version 100
// Vertices of everything that the window draws: shapes, text and controls.

attribute vec2 position;  // pixels from the top left
attribute vec2 place;     // shapes: pixels from the centre, along the shape's own axes; text: texture coordinates
attribute vec2 extent;    // half the width and half the height of a shape
attribute vec2 edge;      // corner radius, softness
attribute vec4 colour;    // premultiplied
attribute float hollow;   // half the width of an outline, 0 for a filled shape

uniform vec2 size;        // of the window, in pixels

varying vec2 v_place;
varying vec2 v_extent;
varying vec3 v_edge;
varying vec4 v_colour;

void main() {
  v_place = place;
  v_extent = extent;
  v_edge = vec3(edge, hollow);
  v_colour = colour;
  gl_Position = vec4(position.x / size.x * 2.0 - 1.0, 1.0 - position.y / size.y * 2.0, 0.0, 1.0);
}
