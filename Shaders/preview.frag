varying vec2 place;

void main() {
  gl_FragColor = vec4(sampleAt(place), 1.0);
}
