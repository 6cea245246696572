/*
 * Character classes that are the same on every target, put in front of the grammar's C by the build script.
 *
 * The scanner asks the C library what a letter, a digit or a blank is. Libraries answer differently for characters
 * beyond ASCII (by locale, or by the Unicode tables of the one that WebAssembly gets), `isdigit` is undefined there,
 * and WebAssembly's headers do not have it. A verdict must not depend on that: these are ASCII's classes, which are
 * also those of the C locale.
 */
#ifndef SHELLGATE_PORTABLE_H
#define SHELLGATE_PORTABLE_H

/* First the real headers, so that the names below replace calls and no declarations. */
#include <ctype.h>
#include <stdint.h>
#include <wctype.h>

static inline int shellgate_is_digit(int32_t c) {
  return '0' <= c && c <= '9';
}

static inline int shellgate_is_letter(int32_t c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

static inline int shellgate_is_letter_or_digit(int32_t c) {
  return shellgate_is_letter(c) || shellgate_is_digit(c);
}

static inline int shellgate_is_blank(int32_t c) {
  return c == ' ' || ('\t' <= c && c <= '\r');
}

#undef isdigit
#define isdigit shellgate_is_digit
#undef iswdigit
#define iswdigit shellgate_is_digit
#undef iswalpha
#define iswalpha shellgate_is_letter
#undef iswalnum
#define iswalnum shellgate_is_letter_or_digit
#undef iswspace
#define iswspace shellgate_is_blank

#endif
