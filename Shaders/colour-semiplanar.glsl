// NV12: U and V side by side in one plane. The texture's luminance is read as red, its alpha as alpha.
uniform sampler2D chroma;
// The size of a pixel of the picture in the texture coordinates of chroma.
uniform vec2 chromaPixel;

vec3 colourAt(vec2 at, float luma) {
  return fromYCbCr(luma, texture2D(chroma, at * chromaPixel).ra);
}
