#version 100
// The measurement needs 16 bits of mantissa and does not run with fewer. A preview runs with fewer.
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
precision mediump float;
#endif
