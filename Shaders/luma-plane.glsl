// One byte per pixel: GREY, and the luma plane of NV12, YU12, 4:2:2 and 4:4:4.
uniform sampler2D picture;
// The size of a pixel in texture coordinates.
uniform vec2 pixel;

// The luma, 0.0 to 255.0, of the pixel around `at`, in pixels from the top left.
float lumaAt(vec2 at) {
  return 255.0 * texture2D(picture, at * pixel).r;
}

// The luma of the two pixels on either side of `middle`, an even column.
vec2 lumaPair(vec2 middle) {
  return vec2(lumaAt(middle - vec2(0.5, 0.0)), lumaAt(middle + vec2(0.5, 0.0)));
}
