// Y0 U Y1 V: a texel holds two pixels.
uniform sampler2D picture;
// The size of a pixel in texture coordinates: half a texel wide.
uniform vec2 pixel;

// The luma, 0.0 to 255.0, of the two pixels on either side of `middle`, in pixels from the top left; an even column.
vec2 lumaPair(vec2 middle) {
  return 255.0 * texture2D(picture, middle * pixel).rb;
}
