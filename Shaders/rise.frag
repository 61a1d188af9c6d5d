// One fragment measures four tiles of 16 x 16 pixels, side by side: each channel is the most by which a pixel of its tile
// lies above the pixel's own calm value (`baseline.frag`), that one rounded to a level.
//
// A luma and a calm level together are off by less than half, so that rounding the largest difference makes it exact;
// `tile.frag` says why.
uniform sampler2D calm;
// The size of a texel in texture coordinates.
uniform vec2 calmTexel;
// The picture's true size, in pixels.
uniform vec2 size;

// From this low byte on, 128, a calm value is rounded up.
const float upper = 127.5 / 255.0;

float riseOf(vec2 corner) {
  // What lies beyond the picture's edge does not rise.
  vec2 left = size - corner;
  vec2 most = vec2(0.0);
  for (float x = 0.0; x < 16.0; x += 2.0) {
    vec2 column = step(vec2(x + 0.5, x + 1.5), left.xx);
    for (float y = 0.0; y < 16.0; y += 1.0) {
      vec2 middle = corner + vec2(x + 1.0, y + 0.5);
      vec4 value = texture2D(calm, middle * vec2(0.5, 1.0) * calmTexel);
      vec2 level = 255.0 * value.rb + step(vec2(upper), value.ga);
      most = max(most, (lumaPair(middle) - level) * column * step(y + 0.5, left.y));
    }
  }
  return floor(max(most.x, most.y) + 0.5);
}

void main() {
  vec2 corner = floor(gl_FragCoord.xy) * vec2(64.0, 16.0);
  gl_FragColor =
    vec4(
      riseOf(corner), riseOf(corner + vec2(16.0, 0.0)), riseOf(corner + vec2(32.0, 0.0)),
      riseOf(corner + vec2(48.0, 0.0))) / 255.0;
}
