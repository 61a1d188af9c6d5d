// What the pass over the tiles wrote, as a picture for people.
varying vec2 place;
uniform sampler2D target;
// Tiles across and down.
uniform vec2 tiles;
// How much red, green, blue and alpha count.
uniform vec4 channels;
// 1.0 shows dark to bright as blue to red, 0.0 as black to white.
uniform float isFalse;

void main() {
  vec4 tile = texture2D(target, (floor(place / 16.0) + 0.5) / tiles);
  float value = clamp(dot(tile, channels), 0.0, 1.0);
  // Blue, cyan, green, yellow, red: a quarter of the way each.
  vec3 ramp = clamp(1.5 - abs(4.0 * value - vec3(3.0, 2.0, 1.0)), 0.0, 1.0);
  gl_FragColor = vec4(mix(vec3(value), ramp, isFalse), 1.0);
}
