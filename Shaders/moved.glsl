// Where the tiles of a scene lie in a picture that has moved: each by whole pixels, as `TilePlaces` says.
//
// All numbers are whole and below 2^16, where floats with 16 bits of mantissa are exact.

// The picture's true size, in pixels.
uniform vec2 size;
// How far the middle tile has come, in pixels.
uniform vec2 way;
// The middle tile.
uniform vec2 pivot;
// What a tile adds for each tile that it lies away from the middle one, along that distance and across it, in 1/256 pixel.
uniform vec2 turn;
// What is added before rounding down, in 1/256 pixel.
uniform vec2 bias;
// The first column and row of tiles that lie in the picture, and those after the last.
uniform vec4 visible;

vec2 wayOf(vec2 tile) {
  vec2 away = tile - pivot;
  vec2 growth = turn.x * away + turn.y * vec2(-away.y, away.x);
  // The half keeps a quotient that is off in the last place on its side of a whole number.
  return way + floor((bias + growth + 0.5) / 256.0);
}

bool isVisible(vec2 tile) {
  return all(greaterThan(tile, visible.xy - 0.5)) && all(lessThan(tile, visible.zw - 0.5));
}
