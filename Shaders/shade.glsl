// The picture's size in pixels.
uniform vec2 size;
// 1.0 shows the picture's colours, 0.0 the luma that is measured.
uniform float saturation;  // slider 0 1 = 1

// The nearest place to `at` that is in the picture.
vec2 inside(vec2 at) {
  return clamp(at, vec2(0.5), size - 0.5);
}

// The displayed colour of a pixel with this luma.
vec3 shade(vec2 at, float luma) {
  return mix(vec3(level(luma)), colourAt(at, luma), saturation);
}
