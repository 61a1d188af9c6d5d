// As `tile.frag`, for a picture that has moved: the tiles are displaced by whole pixels. A tile that is not wholly in the
// picture is dark.
//
// Pixels are read one by one, because a pair of pixels may begin at an odd column.

// A luma that rounds to 250 or more.
const float clipLevel = 249.5;

void main() {
  vec2 tile = floor(gl_FragCoord.xy);
  vec2 corner = tile * 16.0;
  // The last tiles of the scene are smaller if the picture's sides are no multiples of 16.
  vec2 left = min(size - corner, 16.0);
  vec2 first = corner + displacementOf(tile);
  if (!isVisible(tile)) {
    gl_FragColor = vec4(0.0);
    return;
  }
  float sum = 0.0;
  float peak = 0.0;
  float clipped = 0.0;
  for (float x = 0.5; x < 16.0; x += 1.0) {
    for (float y = 0.5; y < 16.0; y += 1.0) {
      float luma = lumaAt(first + vec2(x, y)) * step(x, left.x) * step(y, left.y);
      sum += floor(luma + 0.5);
      peak = max(peak, luma);
      clipped += step(clipLevel, luma);
    }
  }
  float high = floor((sum + 0.5) / 256.0);
  gl_FragColor = vec4(high, sum - 256.0 * high, floor(peak + 0.5), min(clipped, 255.0)) / 255.0;
}
