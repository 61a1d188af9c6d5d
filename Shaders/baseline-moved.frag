// As `baseline.frag`, where the picture has moved. A pixel of the scene that is not in the picture keeps its calm value; while
// values are averaged the nearest pixel there is stands for it.
uniform sampler2D calm;
// The size of a texel in texture coordinates.
uniform vec2 calmTexel;
// 0.0 forgets the calm values there were, 1.0 keeps them.
uniform float kept;
// How much of the luma is added, in 1/256.
uniform float share;
// The most by which a calm value is led down and up towards the luma, in 1/256 of a level.
uniform vec2 most;

float lumaNearest(vec2 at) { return floor(lumaAt(clamp(at, vec2(0.5), size - 0.5)) + 0.5); }

float isSeen(vec2 at) {
  vec2 inside = step(vec2(0.0), at) * step(at, size);
  return inside.x * inside.y;
}

void main() {
  vec2 place = floor(gl_FragCoord.xy);
  vec2 corner = vec2(2.0 * place.x, place.y);
  // Sixteen is even: both pixels are one tile's.
  vec2 left = corner + 0.5 + wayOf(floor((corner + 0.5) / 16.0));
  vec2 right = left + vec2(1.0, 0.0);
  vec2 luma = vec2(lumaNearest(left), lumaNearest(right));
  vec2 seen = vec2(isSeen(left), isSeen(right));
  vec4 bytes = floor(255.0 * texture2D(calm, gl_FragCoord.xy * calmTexel) + 0.5);
  vec2 value = kept * (256.0 * bytes.rb + bytes.ga);
  value += share * luma + seen * clamp(256.0 * luma - value, -most.x, most.y);
  vec2 high = floor((value + 0.5) / 256.0);
  vec2 low = value - 256.0 * high;
  gl_FragColor = vec4(high.x, low.x, high.y, low.y) / 255.0;
}
