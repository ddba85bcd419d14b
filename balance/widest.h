// A function marked so is compiled for each width of vectors, and one is chosen when the program starts. It must give
// the same result in each form: integers do, and with floating point it must not matter how roundings go (multiplying
// and adding may become one instruction). With GUIDEWAY_PORTABLE defined there is the plain form alone, so that tests
// can hold it to the same answers (and for the thread sanitizer: what chooses runs before the sanitizer has begun).
#pragma once

#if defined(__x86_64__) && defined(__linux__) && !defined(GUIDEWAY_PORTABLE)
#define GUIDEWAY_WIDEST [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define GUIDEWAY_WIDEST
#endif
