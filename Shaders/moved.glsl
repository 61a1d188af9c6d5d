// Where the tiles of a scene lie in a picture that has moved: each tile is displaced by whole pixels, as in `TilePlaces`.
//
// All numbers are integers below 2^16, which floats with 16 bits of mantissa represent exactly.

// The picture's true size, in pixels.
uniform vec2 size;
// The displacement of the middle tile, in pixels.
uniform vec2 shift;
// The middle tile.
uniform vec2 pivot;
// The additional displacement per tile of distance from the middle one, along the distance and across it, in 1/256 pixel.
uniform vec2 turn;
// Added to a displacement before it is rounded down, in 1/256 pixel.
uniform vec2 bias;
// The first column and row of tiles that lie in the picture, and those after the last.
uniform vec4 visible;

// The displacement of a tile, in pixels.
vec2 displacementOf(vec2 tile) {
  vec2 away = tile - pivot;
  vec2 growth = turn.x * away + turn.y * vec2(-away.y, away.x);
  // The additional 0.5 keeps a quotient that is off in the last place on the same side of an integer.
  return shift + floor((bias + growth + 0.5) / 256.0);
}

bool isVisible(vec2 tile) {
  return all(greaterThan(tile, visible.xy - 0.5)) && all(lessThan(tile, visible.zw - 0.5));
}
