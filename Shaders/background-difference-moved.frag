// As `background-difference.frag`, for a picture that has moved: the difference from the largest background around each pixel
// (`widen.frag`). The picture is displaced by whole pixels, so an edge may be up to half a pixel off.
uniform sampler2D background;
// The size of a texel in texture coordinates.
uniform vec2 backgroundTexel;

float differenceOf(vec2 tile) {
  if (!isVisible(tile)) return 0.0;
  vec2 corner = tile * 16.0;
  vec2 left = min(size - corner, 16.0);
  vec2 first = corner + displacementOf(tile);
  float most = 0.0;
  for (float x = 0.5; x < 16.0; x += 2.0) {
    for (float y = 0.5; y < 16.0; y += 1.0) {
      vec4 value = 255.0 * texture2D(background, (corner + vec2(x + 0.5, y)) * vec2(0.5, 1.0) * backgroundTexel);
      vec2 inside = step(vec2(x, x + 1.0), left.xx) * step(y, left.y);
      vec2 luma = vec2(lumaAt(first + vec2(x, y)), lumaAt(first + vec2(x + 1.0, y)));
      vec2 difference = (luma - value.rb) * inside;
      most = max(most, max(difference.x, difference.y));
    }
  }
  return floor(most + 0.5);
}

void main() {
  vec2 tile = floor(gl_FragCoord.xy) * vec2(4.0, 1.0);
  gl_FragColor =
    vec4(
      differenceOf(tile), differenceOf(tile + vec2(1.0, 0.0)), differenceOf(tile + vec2(2.0, 0.0)),
      differenceOf(tile + vec2(3.0, 0.0))) / 255.0;
}
