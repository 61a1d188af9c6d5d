// A byte a pixel: GREY, and the luma plane of NV12, YU12, 4:2:2 and 4:4:4.
uniform sampler2D picture;
// The size of a pixel in texture coordinates.
uniform vec2 pixel;

// The luma, 0.0 to 255.0, of the two pixels on either side of `middle`, in pixels from the top left.
vec2 lumaPair(vec2 middle) {
  vec2 at = middle * pixel;
  float side = 0.5 * pixel.x;
  return 255.0 * vec2(texture2D(picture, vec2(at.x - side, at.y)).r, texture2D(picture, vec2(at.x + side, at.y)).r);
}
