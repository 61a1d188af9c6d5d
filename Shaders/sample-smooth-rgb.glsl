// Colours are interpolated between pixel centres: red, green and blue have as many samples as luma.
vec3 shadeAt(vec2 at) {
  vec2 place = inside(at);
  return shade(place, lumaAt(place));
}

vec3 sampleAt(vec2 at) {
  vec2 first = floor(at - 0.5) + 0.5;
  vec2 part = at - first;
  vec3 top = mix(shadeAt(first), shadeAt(first + vec2(1.0, 0.0)), part.x);
  vec3 bottom = mix(shadeAt(first + vec2(0.0, 1.0)), shadeAt(first + vec2(1.0, 1.0)), part.x);
  return mix(top, bottom, part.y);
}
