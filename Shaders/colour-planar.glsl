// YU12, 4:2:2 and 4:4:4: U and V in one plane each.
uniform sampler2D chroma;
uniform sampler2D secondChroma;
// The size of a pixel of the picture in the texture coordinates of chroma.
uniform vec2 chromaPixel;

vec3 colourAt(vec2 at, float luma) {
  vec2 place = at * chromaPixel;
  return fromYCbCr(luma, vec2(texture2D(chroma, place).r, texture2D(secondChroma, place).r));
}
