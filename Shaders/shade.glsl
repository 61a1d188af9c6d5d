// The picture's size in pixels.
uniform vec2 size;
// 1.0 shows the picture's colours, 0.0 the luma that is measured.
uniform float saturation;

// What is shown of the pixel around `at`; beyond the edge, of the nearest pixel.
vec3 shade(vec2 at) {
  vec2 inside = clamp(at, vec2(0.5), size - 0.5);
  float luma = lumaAt(inside);
  return mix(vec3(level(luma)), colourAt(inside, luma), saturation);
}
