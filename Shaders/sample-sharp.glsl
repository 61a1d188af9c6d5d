// Every pixel of the picture a rectangle of one colour.
vec3 sampleAt(vec2 at) {
  return shade(at);
}
