// Controls: a colour, masked by the sheet of their characters and shapes.

uniform sampler2D sheet;

varying vec2 v_place;
varying vec2 v_extent;
varying vec3 v_edge;
varying vec4 v_colour;

void main() {
  gl_FragColor = v_colour * texture2D(sheet, v_place).a;
}
