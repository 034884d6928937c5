// CUTLINE_SANITIZED is 1 where the address sanitizer watches: the compilers say it differently.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define CUTLINE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CUTLINE_SANITIZED 1
#endif
#endif
#ifndef CUTLINE_SANITIZED
#define CUTLINE_SANITIZED 0
#endif
