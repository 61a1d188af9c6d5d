#version 100
precision highp float;

uniform sampler2D picture;
varying vec2 tap0;
varying vec2 tap1;
varying vec2 tap2;
varying vec2 tap3;

// The mean of four taps. The sampler filters each tap: it is the mean of the four texels around it.
void main() {
  gl_FragColor = 0.25
    * (texture2D(picture, tap0) + texture2D(picture, tap1) + texture2D(picture, tap2) + texture2D(picture, tap3));
}
