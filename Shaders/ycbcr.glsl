// Luma and chroma to red, green and blue (ITU-R BT.601-7, section 2.5).

// The luma of black, one over the luma steps from black to white, and one over the steps of chroma: 16, 1/219, 1/224 in the
// limited range, 0, 1/255, 1/255 in the full range.
uniform vec3 range;

// 0.0 is black, 1.0 is white. `luma` is 0.0 to 255.0.
float level(float luma) {
  return (luma - range.x) * range.y;
}

// `chroma` holds Cb and Cr as read from a texture, 0.0 to 1.0.
vec3 fromYCbCr(float luma, vec2 chroma) {
  vec2 c = (255.0 * chroma - 128.0) * range.z;
  return level(luma) + vec3(1.402 * c.y, -0.344136 * c.x - 0.714136 * c.y, 1.772 * c.x);
}
