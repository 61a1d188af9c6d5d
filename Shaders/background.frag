// The background of two pixels per texel, side by side. Red and green are the high and low byte of the left background in
// 1/256 of a level, blue and alpha those of the right one.
//
// During calibration the background is an average: each of 32 frames adds 8/256 of its luma, so nothing is rounded. Then the
// background moves towards the luma by constant steps. A step up is a third of a step down, so the background ends near the
// lower quartile of the luma (Ma, Muthukrishnan and Sandler, "Frugal streaming for estimating quantiles", 2013; with equal
// steps it ends near the median: McFarlane and Schofield, "Segmentation and tracking of piglets in images", 1995). A lamp that
// is lit for less than three quarters of the time does not raise the background. Even the dashes of a digit are lit for less.
// All numbers are integers of at most 65 280, which floats with 16 bits of mantissa represent exactly.
uniform sampler2D background;
// The size of a texel in texture coordinates.
uniform vec2 backgroundTexel;
// 0.0 discards the background, 1.0 keeps it.
uniform float kept;
// The share of the luma that is added, in 1/256.
uniform float share;
// The largest step of the background down and up towards the luma, in 1/256 of a level.
uniform vec2 maximumChange;

void main() {
  vec2 place = floor(gl_FragCoord.xy);
  vec2 luma = floor(lumaPair(vec2(2.0 * place.x + 1.0, place.y + 0.5)) + 0.5);
  vec4 bytes = floor(255.0 * texture2D(background, gl_FragCoord.xy * backgroundTexel) + 0.5);
  vec2 value = kept * (256.0 * bytes.rb + bytes.ga);
  value += share * luma + clamp(256.0 * luma - value, -maximumChange.x, maximumChange.y);
  vec2 high = floor((value + 0.5) / 256.0);
  vec2 low = value - 256.0 * high;
  gl_FragColor = vec4(high.x, low.x, high.y, low.y) / 255.0;
}
