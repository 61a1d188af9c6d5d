// Draws every pixel of the picture as a rectangle of one colour.
vec3 sampleAt(vec2 at) {
  vec2 place = inside(at);
  return shade(place, lumaAt(place));
}
