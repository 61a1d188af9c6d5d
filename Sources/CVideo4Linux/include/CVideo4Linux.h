// The kernel's Video4Linux2 interface. Constants that macros hide from Swift get a name here; logic is in Swift.
#pragma once
#include <linux/videodev2.h>
