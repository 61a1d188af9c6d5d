// Y0 U Y1 V: green and alpha are the chroma of both pixels.
vec3 colourAt(vec2 at, float luma) {
  return fromYCbCr(luma, texture2D(picture, at * pixel).ga);
}
