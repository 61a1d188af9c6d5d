// U Y0 V Y1: the chroma of both pixels lies before their lumas.
vec3 colourAt(vec2 at, float luma) {
  return fromYCbCr(luma, texture2D(picture, at * pixel).rb);
}
