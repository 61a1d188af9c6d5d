// Y0 U Y1 V: a texel holds two pixels.
uniform sampler2D picture;
// The size of a pixel in texture coordinates: half a texel wide.
uniform vec2 pixel;

// The luma, 0.0 to 255.0, of the two pixels on either side of `middle`, an even column; in pixels from the top left.
vec2 lumaPair(vec2 middle) {
  return 255.0 * texture2D(picture, middle * pixel).rb;
}

// The luma of the pixel around `at`.
float lumaAt(vec2 at) {
  vec2 pair = lumaPair(at);
  return mod(at.x, 2.0) < 1.0 ? pair.x : pair.y;
}
