// A picture without colour.
vec3 colourAt(vec2 at, float luma) {
  return vec3(level(luma));
}
