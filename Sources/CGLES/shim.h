// OpenGL ES 2.0 and EGL as their registries publish them. Logic is in Swift.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
