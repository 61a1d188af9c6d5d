// GLFW without a GL header of its own choice: CGLES brings OpenGL ES.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
