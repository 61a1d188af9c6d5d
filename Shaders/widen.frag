// Two pixels a texel: in red and blue the largest of the three by three calm values (`baseline.frag`) around each, rounded to
// levels. What lies beyond the picture counts as nothing.
uniform sampler2D calm;
// The size of a texel in texture coordinates.
uniform vec2 calmTexel;
// The picture's true size, in pixels.
uniform vec2 size;

// From this low byte on, 128, a calm value is rounded up.
const float upper = 127.5 / 255.0;

// The levels of the two pixels of a texel. Beyond the border that of the border stands, which is seen anyway.
vec2 levels(vec2 texel) {
  texel.x = max(texel.x, 0.5);
  vec4 value = texture2D(calm, texel * calmTexel);
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
