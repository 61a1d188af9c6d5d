// Colours run from pixel centre to pixel centre. The texture unit cannot do it: a measured texture is not filtered, and
// between two texels of a packed format lies no picture.
vec3 sampleAt(vec2 at) {
  vec2 first = floor(at - 0.5) + 0.5;
  vec2 part = at - first;
  vec3 top = mix(shade(first), shade(first + vec2(1.0, 0.0)), part.x);
  vec3 bottom = mix(shade(first + vec2(0.0, 1.0)), shade(first + vec2(1.0, 1.0)), part.x);
  return mix(top, bottom, part.y);
}
