// Two pixels a texel, side by side, and what they hold while the scene is calm: red and green are the high and low byte
// of the left one's calm value in 1/256 of a level, blue and alpha those of the right one's.
//
// First it is averaged: of 32 frames each adds 8/256 of its luma, so that nothing is ever rounded. Then it is led
// towards the luma by constant steps, up by a third as much as down, which ends near the value that a quarter of the
// lumas lie below (McFarlane and Schofield, "Segmentation and tracking of piglets in images", 1995, by equal steps to
// the median; Ma, Muthukrishnan and Sandler, "Frugal streaming for estimating quantiles", 2013): a lamp that is lit for
// less than three quarters of the time does not pull it along, and no digit's dashes are. All numbers are whole and
// at most 65 280, where floats with 16 bits of mantissa are exact.
uniform sampler2D calm;
// The size of a texel in texture coordinates.
uniform vec2 calmTexel;
// 0.0 forgets the calm values there were, 1.0 keeps them.
uniform float kept;
// How much of the luma is added, in 1/256.
uniform float share;
// The most by which a calm value is led down and up towards the luma, in 1/256 of a level.
uniform vec2 most;

void main() {
  vec2 place = floor(gl_FragCoord.xy);
  vec2 luma = floor(lumaPair(vec2(2.0 * place.x + 1.0, place.y + 0.5)) + 0.5);
  vec4 bytes = floor(255.0 * texture2D(calm, gl_FragCoord.xy * calmTexel) + 0.5);
  vec2 value = kept * (256.0 * bytes.rb + bytes.ga);
  value += share * luma + clamp(256.0 * luma - value, -most.x, most.y);
  vec2 high = floor((value + 0.5) / 256.0);
  vec2 low = value - 256.0 * high;
  gl_FragColor = vec4(high.x, low.x, high.y, low.y) / 255.0;
}
