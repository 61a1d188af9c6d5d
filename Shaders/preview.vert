#version 100
// Lays the picture, or a part of it, into the viewport.
attribute vec2 position;
// The place in the picture, in pixels from its top left, of the viewport's middle, and the way from there to the
// viewport's right and upper edge. Turns are in these.
uniform vec2 middle;
uniform mat2 axes;
varying vec2 place;

void main() {
  place = middle + axes * position;
  gl_Position = vec4(position, 0.0, 1.0);
}
