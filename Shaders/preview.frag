varying vec2 place;

void main() {
  // A preview that holds the scene still also shows places outside the picture. They keep the colour of the background.
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, size))) discard;
  gl_FragColor = vec4(sampleAt(place), 1.0);
}
