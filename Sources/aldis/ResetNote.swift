/// Says that the window has taken another context; whoever looks after a kiosk may want to know.
func sayReset() { say("the GPU was reset; the window continues in a new OpenGL ES context") }
