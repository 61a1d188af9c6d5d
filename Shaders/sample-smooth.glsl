// Luma is interpolated between pixel centres. Chroma has fewer samples and is not interpolated here. The texture unit cannot
// interpolate luma: a measured texture is not filtered, and a mean of two texels of a packed format mixes different pixels.
vec3 sampleAt(vec2 at) {
  vec2 first = floor(at - 0.5) + 0.5;
  vec2 last = inside(first + 1.0);
  vec2 part = at - first;
  first = inside(first);
  float top = mix(lumaAt(first), lumaAt(vec2(last.x, first.y)), part.x);
  float bottom = mix(lumaAt(vec2(first.x, last.y)), lumaAt(last), part.x);
  return shade(inside(at), mix(top, bottom, part.y));
}
