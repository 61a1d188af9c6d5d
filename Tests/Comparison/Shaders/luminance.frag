#version 100
precision highp float;

// Y0 U Y1 V: a texel holds two pixels.
uniform sampler2D picture;
uniform vec2 size;

// Writes the luma of every pixel to a separate picture.
void main() {
  vec4 texel = texture2D(picture, gl_FragCoord.xy / size);
  gl_FragColor = vec4(vec3(mod(gl_FragCoord.x, 2.0) < 1.0 ? texel.r : texel.b), 1.0);
}
