// eventfd(2) and timerfd_create(2), which Swift's module Glibc does not have.
#include <sys/eventfd.h>
#include <sys/timerfd.h>
