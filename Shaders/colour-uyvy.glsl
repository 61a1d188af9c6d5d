// U Y0 V Y1: red and blue are the chroma of both pixels.
vec3 colourAt(vec2 at, float luma) {
  return fromYCbCr(luma, texture2D(picture, at * pixel).rb);
}
