// stoi and similar functions, and the functions of string, for a library built without exceptions: these throw as the
// standard requires.
#ifndef LUDUS_NUMBER_TEXTS_HH
#define LUDUS_NUMBER_TEXTS_HH

#define stoi ludus_plain_stoi
#define stol ludus_plain_stol
#define stoul ludus_plain_stoul
#define stoll ludus_plain_stoll
#define stoull ludus_plain_stoull
#define stof ludus_plain_stof
#define stod ludus_plain_stod
#define stold ludus_plain_stold
// The library also contains compiled versions of string's functions; with an empty list of them, they are compiled
// again where they are used.
#if defined(__has_include)
#if __has_include(<__string/extern_template_lists.h>)
#include <__string/extern_template_lists.h>
#undef _LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST
#undef _LIBCPP_STRING_UNSTABLE_EXTERN_TEMPLATE_LIST
#define _LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(declare, character)
#define _LIBCPP_STRING_UNSTABLE_EXTERN_TEMPLATE_LIST(declare, character)
#endif
#endif
// Excludes the parts of <algorithm> that it would include: gnu_order.hh must see them first.
#define _LIBCPP_REMOVE_TRANSITIVE_INCLUDES
#include <string>
#undef _LIBCPP_REMOVE_TRANSITIVE_INCLUDES
#undef stoi
#undef stol
#undef stoul
#undef stoll
#undef stoull
#undef stof
#undef stod
#undef stold
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <stdexcept>

namespace ludus {
template <class Number, class Parse>
Number number_of(const char* name, const std::string& text, size_t* end, Parse parse) {
  const char* start = text.c_str();
  char* stop;
  const int kept = errno;
  errno = 0;
  const Number number = parse(start, &stop);
  const int error = errno;
  errno = kept;
  if (stop == start) throw std::invalid_argument(name);
  if (error == ERANGE) throw std::out_of_range(name);
  if (end) *end = static_cast<size_t>(stop - start);
  return number;
}
}  // namespace ludus

namespace std {
#define LUDUS_WHOLE(NAME, TYPE, PARSE)                                       \
  inline TYPE NAME(const string& text, size_t* end = nullptr, int base = 10) { \
    return ludus::number_of<TYPE>(#NAME, text, end, [base](const char* s, char** e) { return PARSE(s, e, base); }); \
  }
#define LUDUS_REAL(NAME, TYPE, PARSE)                                        \
  inline TYPE NAME(const string& text, size_t* end = nullptr) {              \
    return ludus::number_of<TYPE>(#NAME, text, end, [](const char* s, char** e) { return PARSE(s, e); }); \
  }
LUDUS_WHOLE(stol, long, strtol)
LUDUS_WHOLE(stoul, unsigned long, strtoul)
LUDUS_WHOLE(stoll, long long, strtoll)
LUDUS_WHOLE(stoull, unsigned long long, strtoull)
LUDUS_REAL(stof, float, strtof)
LUDUS_REAL(stod, double, strtod)
LUDUS_REAL(stold, long double, strtold)
#undef LUDUS_WHOLE
#undef LUDUS_REAL
inline int stoi(const string& text, size_t* end = nullptr, int base = 10) {
  const long long number = ludus::number_of<long long>("stoi", text, end, [base](const char* s, char** e) { return strtoll(s, e, base); });
  if (number < INT_MIN || number > INT_MAX) throw out_of_range("stoi");
  return static_cast<int>(number);
}
}  // namespace std

#endif
