// Without the OpenGL header that GLFW includes by default: CGLES has OpenGL ES.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
