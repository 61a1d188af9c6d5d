// Shows the output of the luma pass as a picture.
varying vec2 place;
uniform sampler2D target;
// Tiles across and down.
uniform vec2 tiles;
// The weights of red, green, blue and alpha.
uniform vec4 channels;
// 1.0 shows dark to bright as black, violet, red, orange and yellow, 0.0 as black to white.
uniform float isFalse;

void main() {
  vec4 tile = texture2D(target, (floor(place / 16.0) + 0.5) / tiles);
  float value = clamp(dot(tile, channels), 0.0, 1.0);
  // Five colours of "inferno" (van der Walt and Smith, 2015) at equal distances, interpolated linearly. A larger value looks
  // lighter with every kind of colour vision.
  float position = 4.0 * value;
  vec3 ramp = mix(vec3(0.0, 0.0, 0.02), vec3(0.34, 0.06, 0.43), min(position, 1.0));
  ramp = mix(ramp, vec3(0.74, 0.22, 0.33), clamp(position - 1.0, 0.0, 1.0));
  ramp = mix(ramp, vec3(0.98, 0.56, 0.04), clamp(position - 2.0, 0.0, 1.0));
  ramp = mix(ramp, vec3(0.99, 1.0, 0.64), clamp(position - 3.0, 0.0, 1.0));
  gl_FragColor = vec4(mix(vec3(value), ramp, isFalse), 1.0);
}
