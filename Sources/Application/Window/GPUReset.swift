/// Reports a reset of the GPU, for the operator of a kiosk.
func reportGPUReset() { say("the GPU was reset; the window continues in a new OpenGL ES context") }
