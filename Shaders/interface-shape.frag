// Rounded rectangles, outlines, discs, strokes and glows, all drawn from one signed distance.

varying vec2 v_place;
varying vec2 v_extent;
varying vec3 v_edge;
varying vec4 v_colour;

void main() {
  // Distance to a rounded box, negative inside (I. Quilez, "2D distance functions").
  vec2 corner = abs(v_place) - v_extent + v_edge.x;
  float distance = length(max(corner, 0.0)) + min(max(corner.x, corner.y), 0.0) - v_edge.x;
  if (v_edge.z > 0.0) distance = abs(distance + v_edge.z) - v_edge.z;
  float soft = v_edge.y;
  float coverage;
  if (soft > 1.0) {
    // The glow falls off fast near the shape and slowly far from it.
    float fall = clamp(1.0 - distance / soft, 0.0, 1.0);
    coverage = fall * fall * fall;
  } else {
    // A slope over one pixel is the share of the pixel that a straight edge covers.
    coverage = clamp(0.5 - distance, 0.0, 1.0);
  }
  gl_FragColor = v_colour * coverage;
}
