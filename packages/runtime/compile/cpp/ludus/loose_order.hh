// map, set, and similar containers for comparisons that are not const.
//
// g++'s library calls a container's comparison even if the comparison is not const. The standard and libc++ require a
// const comparison. Many players have `struct cmp { bool operator()(const Pos& a, const Pos& b) {…} };`. A file that
// does not compile otherwise uses these containers. A comparison that cannot be called as const is wrapped in a type
// that can; all other types stay unchanged.
#ifndef LUDUS_LOOSE_ORDER_HH
#define LUDUS_LOOSE_ORDER_HH

// These headers use the words `map` and `set` for other things, so they come first.
#include <bitset>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
// Each of the two headers declares the other's containers.
#define map ludus_plain_map
#define multimap ludus_plain_multimap
#define set ludus_plain_set
#define multiset ludus_plain_multiset
#include <map>
#include <set>
#undef map
#undef multimap
#undef set
#undef multiset

namespace ludus {

/** Calls a comparison as if it were const. */
template <class Compare>
struct Loose {
  mutable Compare less;
  Loose() : less() {}
  Loose(const Compare& compare) : less(compare) {}
  template <class A, class B>
  bool operator()(const A& a, const B& b) const { return less(a, b); }
};

template <class Compare, class Key>
struct Called {
  template <class C>
  static auto as_const(int) -> decltype(static_cast<bool>(std::declval<const C&>()(std::declval<const Key&>(), std::declval<const Key&>())), std::true_type());
  template <class C>
  static std::false_type as_const(...);
  typedef typename std::conditional<decltype(as_const<Compare>(0))::value, Compare, Loose<Compare> >::type type;
};
// These need no check, and a key of an incomplete type cannot be checked.
template <class T, class Key>
struct Called<std::less<T>, Key> { typedef std::less<T> type; };
template <class T, class Key>
struct Called<std::greater<T>, Key> { typedef std::greater<T> type; };

}  // namespace ludus

namespace std {
template <class Key, class T, class Compare = less<Key>, class Allocator = allocator<pair<const Key, T> > >
using map = ludus_plain_map<Key, T, typename ludus::Called<Compare, Key>::type, Allocator>;
template <class Key, class T, class Compare = less<Key>, class Allocator = allocator<pair<const Key, T> > >
using multimap = ludus_plain_multimap<Key, T, typename ludus::Called<Compare, Key>::type, Allocator>;
template <class Key, class Compare = less<Key>, class Allocator = allocator<Key> >
using set = ludus_plain_set<Key, typename ludus::Called<Compare, Key>::type, Allocator>;
template <class Key, class Compare = less<Key>, class Allocator = allocator<Key> >
using multiset = ludus_plain_multiset<Key, typename ludus::Called<Compare, Key>::type, Allocator>;
}  // namespace std

#endif
