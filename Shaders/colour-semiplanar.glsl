// U and V side by side in a plane of their own: NV12. Luminance reads as red, alpha as alpha.
uniform sampler2D chroma;
// The size of a pixel of the picture in the texture coordinates of chroma.
uniform vec2 chromaPixel;

vec3 colourAt(vec2 at, float luma) {
  return fromYCbCr(luma, texture2D(chroma, at * chromaPixel).ra);
}
