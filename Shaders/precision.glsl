#version 100
// The measurement needs 16 bits of mantissa and is not run without them; a preview manages with less.
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
precision mediump float;
#endif
