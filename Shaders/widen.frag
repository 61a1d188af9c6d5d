// Two pixels per texel. Red and blue are the largest background (`background.frag`) of the 3 x 3 pixels around each pixel,
// rounded to levels. The background beyond the picture counts as 0.
uniform sampler2D background;
// The size of a texel in texture coordinates.
uniform vec2 backgroundTexel;
// The picture's true size, in pixels.
uniform vec2 size;

// From a low byte of 128 on, a background is rounded up.
const float upper = 127.5 / 255.0;

// The levels of the two pixels of a texel. A texel beyond the border has the levels of the border, which belongs to the 3 x 3
// pixels in any case.
vec2 levels(vec2 texel) {
  texel.x = max(texel.x, 0.5);
  vec4 value = texture2D(background, texel * backgroundTexel);
  vec2 inside = step(2.0 * floor(texel.x) + vec2(0.5, 1.5), size.xx);
  return (floor(255.0 * value.rb + 0.5) + step(vec2(upper), value.ga)) * inside;
}

void main() {
  vec2 widest = vec2(0.0);
  for (float y = -1.0; y < 2.0; y += 1.0) {
    vec2 row = gl_FragCoord.xy + vec2(0.0, y);
    vec2 here = levels(row);
    float most = max(here.x, here.y);
    widest = max(widest, max(vec2(most), vec2(levels(row - vec2(1.0, 0.0)).y, levels(row + vec2(1.0, 0.0)).x)));
  }
  gl_FragColor = vec4(widest.x, 0.0, widest.y, 0.0) / 255.0;
}
