// Y0 U Y1 V: the chroma of both pixels lies between their lumas.
vec3 colourAt(vec2 at, float luma) {
  return fromYCbCr(luma, texture2D(picture, at * pixel).ga);
}
