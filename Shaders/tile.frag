// One fragment measures one tile of 16 x 16 pixels. Red and green are the high and low byte of the luma sum, blue is the
// maximum, alpha is the number of clipped pixels.
//
// The sum is exact. A driver may read a texel's byte as slightly more or less than n / 255. If that error is below 1/1020 of
// the value, the sum of two lumas is off by less than 0.5, so rounding each pair gives the true integer. Mesa's llvmpipe errs
// by 5.5e-4; with one rounding per tile the sum would be wrong by up to 18. The largest sum, 256 x 255 = 65 280, fits two
// bytes. Every number stays below 2^16, where floats with 16 bits of mantissa represent integers exactly.

// The picture's true size, in pixels.
uniform vec2 size;

// A luma that rounds to 250 or more.
const float clipLevel = 249.5;

void main() {
  vec2 corner = floor(gl_FragCoord.xy) * 16.0;
  // Pixels beyond the picture's edge count as black. Clamped coordinates would count the last pixels again.
  vec2 left = size - corner;
  float sum = 0.0;
  vec2 peak = vec2(0.0);
  vec2 clipped = vec2(0.0);
  for (float x = 0.0; x < 16.0; x += 2.0) {
    vec2 column = step(vec2(x + 0.5, x + 1.5), left.xx);
    for (float y = 0.0; y < 16.0; y += 1.0) {
      vec2 pair = lumaPair(corner + vec2(x + 1.0, y + 0.5)) * column * step(y + 0.5, left.y);
      sum += floor(pair.x + pair.y + 0.5);
      peak = max(peak, pair);
      clipped += step(clipLevel, pair);
    }
  }
  float high = floor((sum + 0.5) / 256.0);
  float brightest = floor(max(peak.x, peak.y) + 0.5);
  float count = min(clipped.x + clipped.y, 255.0);
  gl_FragColor = vec4(high, sum - 256.0 * high, brightest, count) / 255.0;
}
