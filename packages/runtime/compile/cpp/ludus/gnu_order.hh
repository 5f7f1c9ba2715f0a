// Sorting, selecting, and heaps that leave equal elements in the same order as g++'s library.
//
// The standard does not define that order, and libc++, which WebAssembly players are compiled with, differs from the
// library of the originals. A player whose search pops equal nodes from a priority queue must play the same match with
// both. So libc++'s functions get other names while they are read, and ours replace them. Ours follow the documented
// algorithms of g++. They are introspective sort with a median of three and insertion sort below 17 elements, and heaps
// that sift to the bottom first.
#ifndef LUDUS_GNU_ORDER_HH
#define LUDUS_GNU_ORDER_HH

#define _LIBCPP_REMOVE_TRANSITIVE_INCLUDES
// These have member functions named sort.
#include <forward_list>
#include <list>
#define sort ludus_plain_sort
#define partial_sort ludus_plain_partial_sort
#define nth_element ludus_plain_nth_element
#define push_heap ludus_plain_push_heap
#define pop_heap ludus_plain_pop_heap
#define make_heap ludus_plain_make_heap
#define sort_heap ludus_plain_sort_heap
#define random_shuffle ludus_plain_random_shuffle
#define __gcd ludus_plain_gcd
#include <algorithm>
#include <numeric>
#undef sort
#undef partial_sort
#undef nth_element
#undef push_heap
#undef pop_heap
#undef make_heap
#undef sort_heap
#undef random_shuffle
#undef __gcd
#undef _LIBCPP_REMOVE_TRANSITIVE_INCLUDES
#include <cstdlib>
#include <functional>
#include <iterator>
#include <utility>

namespace ludus {
namespace gnu {

/** Compares the targets of two iterators. A comparison may have non-const parameters, as g++ allows. */
template <class Compare>
struct Order {
  Compare less;
  template <class It>
  bool operator()(It a, It b) const { return const_cast<Compare&>(less)(*a, *b); }
  template <class It, class Value>
  bool before(It a, Value& value) const { return const_cast<Compare&>(less)(*a, value); }
  template <class It, class Value>
  bool after(Value& value, It a) const { return const_cast<Compare&>(less)(value, *a); }
};

struct Less {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const { return a < b; }
};

template <class It>
using Distance = typename std::iterator_traits<It>::difference_type;
template <class It>
using Value = typename std::iterator_traits<It>::value_type;

/** Moves a value up from a hole until its parent is not less. */
template <class It, class O>
void rise(It heap, Distance<It> hole, Distance<It> top, Value<It>&& value, const O& order) {
  while (hole > top) {
    const Distance<It> parent = (hole - 1) / 2;
    if (!order.before(heap + parent, value)) break;
    *(heap + hole) = std::move(*(heap + parent));
    hole = parent;
  }
  *(heap + hole) = std::move(value);
}

/**
 * Fills a hole: the greater child moves up all the way down, or the second one if they are equal; then the value moves
 * up.
 */
template <class It, class O>
void settle(It heap, Distance<It> hole, Distance<It> length, Value<It>&& value, const O& order) {
  const Distance<It> top = hole;
  Distance<It> child = hole;
  while (child < (length - 1) / 2) {
    child = 2 * child + 2;
    if (order(heap + child, heap + (child - 1))) --child;
    *(heap + hole) = std::move(*(heap + child));
    hole = child;
  }
  if (length % 2 == 0 && child == (length - 2) / 2) {
    child = 2 * child + 1;
    *(heap + hole) = std::move(*(heap + child));
    hole = child;
  }
  rise(heap, hole, top, std::move(value), order);
}

/** Moves the greatest element to `place`, and the element that was there into the heap. */
template <class It, class O>
void take_top(It first, It last, It place, const O& order) {
  Value<It> value = std::move(*place);
  *place = std::move(*first);
  settle(first, Distance<It>(0), last - first, std::move(value), order);
}

template <class It, class O>
void build_heap(It first, It last, const O& order) {
  const Distance<It> length = last - first;
  for (Distance<It> at = length / 2 - 1; at >= 0; --at) {
    Value<It> value = std::move(*(first + at));
    settle(first, at, length, std::move(value), order);
  }
}

template <class It, class O>
void unwind_heap(It first, It last, const O& order) {
  while (last - first > 1) {
    --last;
    take_top(first, last, last, order);
  }
}

template <class It, class O>
void select_by_heap(It first, It middle, It last, const O& order) {
  build_heap(first, middle, order);
  for (It it = middle; it < last; ++it)
    if (order(it, first)) take_top(first, middle, it, order);
}

/** An element before it is known not to be greater. */
template <class It, class O>
void insert_unguarded(It place, const O& order) {
  Value<It> value = std::move(*place);
  for (It next = place - 1; order.after(value, next); --next) {
    *place = std::move(*next);
    place = next;
  }
  *place = std::move(value);
}

template <class It, class O>
void insertion_sort(It first, It last, const O& order) {
  if (first == last) return;
  for (It it = first + 1; it != last; ++it) {
    if (order(it, first)) {
      Value<It> value = std::move(*it);
      std::move_backward(first, it, it + 1);
      *first = std::move(value);
    } else {
      insert_unguarded(it, order);
    }
  }
}

/** Puts the median of three elements at `place`. */
template <class It, class O>
void place_median(It place, It a, It b, It c, const O& order) {
  It median = a;
  if (order(a, b)) median = order(b, c) ? b : order(a, c) ? c : a;
  else median = order(a, c) ? a : order(b, c) ? c : b;
  std::iter_swap(place, median);
}

template <class It, class O>
It split(It first, It last, const O& order) {
  place_median(first, first + 1, first + (last - first) / 2, last - 1, order);
  const It pivot = first;
  ++first;
  for (;;) {
    while (order(first, pivot)) ++first;
    --last;
    while (order(pivot, last)) --last;
    if (!(first < last)) return first;
    std::iter_swap(first, last);
    ++first;
  }
}

template <class It>
int depth_allowed(It first, It last) {
  int log = -1;
  for (Distance<It> n = last - first; n > 0; n /= 2) ++log;
  return 2 * log;
}

const int FEW = 16;

template <class It, class O>
void rough_sort(It first, It last, int depth, const O& order) {
  while (last - first > FEW) {
    if (depth-- == 0) {
      select_by_heap(first, last, last, order);
      unwind_heap(first, last, order);
      return;
    }
    const It cut = split(first, last, order);
    rough_sort(cut, last, depth, order);
    last = cut;
  }
}

template <class It, class O>
void sort(It first, It last, const O& order) {
  if (first == last) return;
  rough_sort(first, last, depth_allowed(first, last), order);
  if (last - first <= FEW) {
    gnu::insertion_sort(first, last, order);
    return;
  }
  gnu::insertion_sort(first, first + FEW, order);
  for (It it = first + FEW; it != last; ++it) insert_unguarded(it, order);
}

template <class It, class O>
void nth_element(It first, It nth, It last, const O& order) {
  if (first == last || nth == last) return;
  int depth = depth_allowed(first, last);
  while (last - first > 3) {
    if (depth-- == 0) {
      select_by_heap(first, nth + 1, last, order);
      std::iter_swap(first, nth);
      return;
    }
    const It cut = split(first, last, order);
    if (cut <= nth) first = cut;
    else last = cut;
  }
  gnu::insertion_sort(first, last, order);
}

}  // namespace gnu
}  // namespace ludus

namespace std {
template <class It, class C>
void sort(It first, It last, C less) { ludus::gnu::sort(first, last, ludus::gnu::Order<C>{less}); }
template <class It>
void sort(It first, It last) { std::sort(first, last, ludus::gnu::Less()); }
template <class It, class C>
void partial_sort(It first, It middle, It last, C less) {
  const ludus::gnu::Order<C> order{less};
  ludus::gnu::select_by_heap(first, middle, last, order);
  ludus::gnu::unwind_heap(first, middle, order);
}
template <class It>
void partial_sort(It first, It middle, It last) { std::partial_sort(first, middle, last, ludus::gnu::Less()); }
template <class It, class C>
void nth_element(It first, It nth, It last, C less) { ludus::gnu::nth_element(first, nth, last, ludus::gnu::Order<C>{less}); }
template <class It>
void nth_element(It first, It nth, It last) { std::nth_element(first, nth, last, ludus::gnu::Less()); }
template <class It, class C>
void push_heap(It first, It last, C less) {
  ludus::gnu::Value<It> value = std::move(*(last - 1));
  const ludus::gnu::Distance<It> hole = last - first - 1;
  ludus::gnu::rise(first, hole, ludus::gnu::Distance<It>(0), std::move(value), ludus::gnu::Order<C>{less});
}
template <class It>
void push_heap(It first, It last) { std::push_heap(first, last, ludus::gnu::Less()); }
template <class It, class C>
void pop_heap(It first, It last, C less) {
  if (last - first > 1) ludus::gnu::take_top(first, last - 1, last - 1, ludus::gnu::Order<C>{less});
}
template <class It>
void pop_heap(It first, It last) { std::pop_heap(first, last, ludus::gnu::Less()); }
template <class It, class C>
void make_heap(It first, It last, C less) { ludus::gnu::build_heap(first, last, ludus::gnu::Order<C>{less}); }
template <class It>
void make_heap(It first, It last) { std::make_heap(first, last, ludus::gnu::Less()); }
template <class It, class C>
void sort_heap(It first, It last, C less) { ludus::gnu::unwind_heap(first, last, ludus::gnu::Order<C>{less}); }
template <class It>
void sort_heap(It first, It last) { std::sort_heap(first, last, ludus::gnu::Less()); }

template <class It>
void random_shuffle(It first, It last) {
  for (It it = first; it != last; ++it)
    if (it != first) std::iter_swap(it, first + rand() % ((it - first) + 1));
}
template <class It, class Random>
void random_shuffle(It first, It last, Random&& random) {
  for (It it = first; it != last; ++it)
    if (it != first) std::iter_swap(it, first + random((it - first) + 1));
}

// Two functions of g++'s library that are not in the standard, but that many players use.
template <class Number>
constexpr Number __gcd(Number a, Number b) { return b == 0 ? a : std::__gcd(b, static_cast<Number>(a % b)); }
constexpr int __lg(int n) { return 31 - __builtin_clz(static_cast<unsigned>(n)); }
constexpr int __lg(unsigned n) { return 31 - __builtin_clz(n); }
constexpr int __lg(long long n) { return 63 - __builtin_clzll(static_cast<unsigned long long>(n)); }
constexpr int __lg(unsigned long long n) { return 63 - __builtin_clzll(n); }
constexpr int __lg(long n) { return __lg(static_cast<long long>(n)); }
constexpr int __lg(unsigned long n) { return __lg(static_cast<unsigned long long>(n)); }

#if __cplusplus >= 202002L
namespace ranges {
inline constexpr auto& sort = ludus_plain_sort;
inline constexpr auto& partial_sort = ludus_plain_partial_sort;
inline constexpr auto& nth_element = ludus_plain_nth_element;
inline constexpr auto& push_heap = ludus_plain_push_heap;
inline constexpr auto& pop_heap = ludus_plain_pop_heap;
inline constexpr auto& make_heap = ludus_plain_make_heap;
inline constexpr auto& sort_heap = ludus_plain_sort_heap;
}  // namespace ranges
#endif
}  // namespace std

#endif
