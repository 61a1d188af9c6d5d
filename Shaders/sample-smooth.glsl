// Luma runs from pixel centre to pixel centre; chroma has fewer samples and needs none of it. The texture unit cannot do
// it: a measured texture is not filtered, and between two texels of a packed format lies no picture.
vec3 sampleAt(vec2 at) {
  vec2 first = floor(at - 0.5) + 0.5;
  vec2 last = inside(first + 1.0);
  vec2 part = at - first;
  first = inside(first);
  float top = mix(lumaAt(first), lumaAt(vec2(last.x, first.y)), part.x);
  float bottom = mix(lumaAt(vec2(first.x, last.y)), lumaAt(last), part.x);
  return shade(inside(at), mix(top, bottom, part.y));
}
