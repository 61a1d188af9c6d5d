// As `background.frag`, for a picture that has moved. A pixel of the scene that is outside the picture keeps its background.
// During calibration the nearest pixel of the picture is averaged instead.
uniform sampler2D background;
// The size of a texel in texture coordinates.
uniform vec2 backgroundTexel;
// 0.0 discards the background, 1.0 keeps it.
uniform float kept;
// The share of the luma that is added, in 1/256.
uniform float share;
// The largest step of the background down and up towards the luma, in 1/256 of a level.
uniform vec2 maximumChange;

float lumaNearest(vec2 at) { return floor(lumaAt(clamp(at, vec2(0.5), size - 0.5)) + 0.5); }

float isSeen(vec2 at) {
  vec2 inside = step(vec2(0.0), at) * step(at, size);
  return inside.x * inside.y;
}

void main() {
  vec2 place = floor(gl_FragCoord.xy);
  vec2 corner = vec2(2.0 * place.x, place.y);
  // A tile is 16 pixels wide, which is even: both pixels belong to one tile.
  vec2 left = corner + 0.5 + displacementOf(floor((corner + 0.5) / 16.0));
  vec2 right = left + vec2(1.0, 0.0);
  vec2 luma = vec2(lumaNearest(left), lumaNearest(right));
  vec2 seen = vec2(isSeen(left), isSeen(right));
  vec4 bytes = floor(255.0 * texture2D(background, gl_FragCoord.xy * backgroundTexel) + 0.5);
  vec2 value = kept * (256.0 * bytes.rb + bytes.ga);
  value += share * luma + seen * clamp(256.0 * luma - value, -maximumChange.x, maximumChange.y);
  vec2 high = floor((value + 0.5) / 256.0);
  vec2 low = value - 256.0 * high;
  gl_FragColor = vec4(high.x, low.x, high.y, low.y) / 255.0;
}
