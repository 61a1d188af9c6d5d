// The kernel's events and timers as descriptors, which Swift's Glibc module leaves out.
#include <sys/eventfd.h>
#include <sys/timerfd.h>
