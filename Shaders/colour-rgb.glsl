// R G B.
vec3 colourAt(vec2 at, float luma) {
  return texture2D(picture, at * pixel).rgb;
}
