// One fragment measures four tiles of 16 x 16 pixels, side by side. Each channel is the background difference of one tile: the
// largest difference of a pixel's luma from the pixel's background (`background.frag`), rounded to levels.
//
// The errors of a luma and a background level add up to less than half a level (`tile.frag` says why). So the largest
// difference is exact after rounding.
uniform sampler2D background;
// The size of a texel in texture coordinates.
uniform vec2 backgroundTexel;
// The picture's true size, in pixels.
uniform vec2 size;

// From a low byte of 128 on, a background is rounded up.
const float upper = 127.5 / 255.0;

float differenceOf(vec2 corner) {
  // The difference beyond the picture's edge counts as 0.
  vec2 left = size - corner;
  vec2 most = vec2(0.0);
  for (float x = 0.0; x < 16.0; x += 2.0) {
    vec2 column = step(vec2(x + 0.5, x + 1.5), left.xx);
    for (float y = 0.0; y < 16.0; y += 1.0) {
      vec2 middle = corner + vec2(x + 1.0, y + 0.5);
      vec4 value = texture2D(background, middle * vec2(0.5, 1.0) * backgroundTexel);
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
      differenceOf(corner), differenceOf(corner + vec2(16.0, 0.0)), differenceOf(corner + vec2(32.0, 0.0)),
      differenceOf(corner + vec2(48.0, 0.0))) / 255.0;
}
