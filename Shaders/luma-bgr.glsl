// B G R, weighed as ITU-R BT.601-7 section 2.5.1 says.
uniform sampler2D picture;
// The size of a pixel in texture coordinates.
uniform vec2 pixel;

float luma(vec2 at) {
  // Whole numbers first: the weighted sum is then exact, 255 000 at most. The half keeps it away from the
  // boundaries, so that a division that is off in the last place rounds down to the same number.
  vec3 levels = floor(255.0 * texture2D(picture, at).rgb + 0.5);
  return floor((dot(levels, vec3(114.0, 587.0, 299.0)) + 500.5) / 1000.0);
}

// The luma, 0.0 to 255.0, of the two pixels on either side of `middle`, in pixels from the top left.
vec2 lumaPair(vec2 middle) {
  vec2 at = middle * pixel;
  float side = 0.5 * pixel.x;
  return vec2(luma(vec2(at.x - side, at.y)), luma(vec2(at.x + side, at.y)));
}
