// A preview that follows the scene may show places outside the picture, which keep the background's colour.
varying vec2 place;

void main() {
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, size))) discard;
  gl_FragColor = vec4(sampleAt(place), 1.0);
}
