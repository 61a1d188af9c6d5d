// A text bitmap. Its bytes are blue, green, red, alpha. OpenGL ES 2.0 has no texture with this order, so the shader changes
// the order.

uniform sampler2D text;

varying vec2 v_place;
varying vec2 v_extent;
varying vec3 v_edge;
varying vec4 v_colour;

void main() {
  gl_FragColor = texture2D(text, v_place).bgra * v_colour.a;
}
