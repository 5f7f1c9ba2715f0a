// The standard headers that a player may rely on, included before any macro of Ludus or the player can affect them.
// The headers listed here are those that the originals' players had, directly or through the headers of g++.
#ifndef LUDUS_STD_HH
#define LUDUS_STD_HH

#include <cstddef>
#ifdef _LIBCPP_VERSION
#if defined(__wasm__) && defined(__cpp_exceptions)
#include "ludus/number_texts.hh"
#endif
// Must precede any header that includes them, because Ludus's containers use their names (gnu_tables.hh).
#define unordered_map ludus_plain_unordered_map
#define unordered_multimap ludus_plain_unordered_multimap
#define unordered_set ludus_plain_unordered_set
#define unordered_multiset ludus_plain_unordered_multiset
#include "ludus/gnu_order.hh"
#include <unordered_map>
#include <unordered_set>
#undef unordered_map
#undef unordered_multimap
#undef unordered_set
#undef unordered_multiset
#include "ludus/gnu_tables.hh"
#ifdef LUDUS_LOOSE_ORDER
#include "ludus/loose_order.hh"
#endif
#endif
#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <time.h>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
#if defined(_LIBCPP_HAS_NO_FILESYSTEM) || (defined(_LIBCPP_HAS_FILESYSTEM) && !_LIBCPP_HAS_FILESYSTEM)
#include "ludus/no_files.hh"
#endif
// Headers that use `contains` in some standard: our macro of that name must come after them.
#if defined(__has_include)
#if __cplusplus >= 201703L && __has_include(<string_view>)
#include <string_view>
#endif
#if __cplusplus >= 202002L && __has_include(<ranges>)
#include <ranges>
#endif
#if __cplusplus >= 202002L && __has_include(<format>)
#include <format>
#endif
#endif
// A second attempt at a file that does not compile: it may use headers that it forgot to include.
#ifdef LUDUS_ALL_HEADERS
#include <bitset>
#include <cfloat>
#include <chrono>
#include <cinttypes>
#include <forward_list>
#include <iomanip>
#include <list>
#include <numeric>
#include <random>
#include <regex>
#include <stack>
#include <valarray>
#endif

#endif
