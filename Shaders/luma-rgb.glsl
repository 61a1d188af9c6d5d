// R G B, weighted as in ITU-R BT.601-7, section 2.5.1.
uniform sampler2D picture;
// The size of a pixel in texture coordinates.
uniform vec2 pixel;

// The luma, 0.0 to 255.0, of the pixel around `at`, in pixels from the top left.
float lumaAt(vec2 at) {
  // Levels are rounded to integers first, so the weighted sum is exact and at most 255 000. The additional 0.5 keeps the sum
  // away from multiples of 1000, so a division that is off in the last place rounds down to the same number.
  vec3 levels = floor(255.0 * texture2D(picture, at * pixel).rgb + 0.5);
  return floor((dot(levels, vec3(299.0, 587.0, 114.0)) + 500.5) / 1000.0);
}

// The luma of the two pixels on either side of `middle`, an even column.
vec2 lumaPair(vec2 middle) {
  return vec2(lumaAt(middle - vec2(0.5, 0.0)), lumaAt(middle + vec2(0.5, 0.0)));
}
