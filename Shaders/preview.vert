#version 100
// Maps the picture, or a part of it, to the viewport.
attribute vec2 position;
// The middle of the viewport in the picture, in pixels from the picture's top left, and the vectors from there to the
// viewport's right and upper edge. The vectors include quarter turns.
uniform vec2 middle;
uniform mat2 axes;
varying vec2 place;

void main() {
  place = middle + axes * position;
  gl_Position = vec4(position, 0.0, 1.0);
}
