#version 100
attribute vec2 position;
// A quarter of a texel of the smaller picture. At this distance from the middle of the texel, four texels of the larger meet.
uniform vec2 quarter;
varying vec2 tap0;
varying vec2 tap1;
varying vec2 tap2;
varying vec2 tap3;

void main() {
  vec2 place = 0.5 * position + 0.5;
  tap0 = place - quarter;
  tap1 = place + vec2(quarter.x, -quarter.y);
  tap2 = place + vec2(-quarter.x, quarter.y);
  tap3 = place + quarter;
  gl_Position = vec4(position, 0.0, 1.0);
}
