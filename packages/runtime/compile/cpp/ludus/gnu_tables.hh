// unordered_map, unordered_set, and similar containers, which iterate over their elements in the same order as g++'s
// library.
//
// The standard does not define that order, and libc++, which WebAssembly players are compiled with, has a different
// one. A player that takes the first of several equally good options must play the same match with both. While
// std.hh includes the standard headers, it renames libc++'s containers.
#ifndef LUDUS_GNU_TABLES_HH
#define LUDUS_GNU_TABLES_HH

#include "ludus/gnu_container.hh"

// In tests, they can be compared with the library's.
#ifndef LUDUS_TABLES
#define LUDUS_TABLES std
#endif

namespace LUDUS_TABLES {

template <class Key, class T, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>, class Alloc = std::allocator<std::pair<const Key, T> > >
class unordered_map
    : public ludus::gnu::Container<Key, std::pair<const Key, T>, std::pair<const Key, T>, ludus::gnu::FirstIsKey, Hash, Equal, Alloc, false> {
  typedef ludus::gnu::Container<Key, std::pair<const Key, T>, std::pair<const Key, T>, ludus::gnu::FirstIsKey, Hash, Equal, Alloc, false> Base;

 public:
  typedef T mapped_type;
  typedef typename Base::iterator iterator;
  typedef typename Base::const_iterator const_iterator;
  using Base::Base;
  unordered_map() {}
  unordered_map& operator=(std::initializer_list<std::pair<const Key, T> > list) {
    Base::operator=(list);
    return *this;
  }

  T& operator[](const Key& key) { return try_emplace(key).first->second; }
  T& operator[](Key&& key) { return try_emplace(std::move(key)).first->second; }
  T& at(const Key& key) {
    const iterator found = this->find(key);
    if (found == this->end()) std::__throw_out_of_range("unordered_map::at");
    return found->second;
  }
  const T& at(const Key& key) const { return const_cast<unordered_map*>(this)->at(key); }

  template <class... Args>
  std::pair<iterator, bool> try_emplace(const Key& key, Args&&... args) { return try_key(key, std::forward<Args>(args)...); }
  template <class... Args>
  std::pair<iterator, bool> try_emplace(Key&& key, Args&&... args) { return try_key(std::move(key), std::forward<Args>(args)...); }
  template <class... Args>
  iterator try_emplace(const_iterator, const Key& key, Args&&... args) { return try_key(key, std::forward<Args>(args)...).first; }
  template <class V>
  std::pair<iterator, bool> insert_or_assign(const Key& key, V&& value) {
    const std::pair<iterator, bool> put = try_key(key, std::forward<V>(value));
    if (!put.second) put.first->second = std::forward<V>(value);
    return put;
  }

 private:
  template <class K, class... Args>
  std::pair<iterator, bool> try_key(K&& key, Args&&... args) {
    if (ludus::gnu::Link* found = this->table_.find(key)) return std::make_pair(iterator(found), false);
    typedef ludus::gnu::Node<std::pair<const Key, T> > Element;
    Element* element = new Element(std::piecewise_construct, std::forward_as_tuple(std::forward<K>(key)),
                                   std::forward_as_tuple(std::forward<Args>(args)...));
    return std::make_pair(iterator(this->table_.put_unique(element)), true);
  }
};

template <class Key, class T, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>, class Alloc = std::allocator<std::pair<const Key, T> > >
class unordered_multimap
    : public ludus::gnu::Container<Key, std::pair<const Key, T>, std::pair<const Key, T>, ludus::gnu::FirstIsKey, Hash, Equal, Alloc, true> {
  typedef ludus::gnu::Container<Key, std::pair<const Key, T>, std::pair<const Key, T>, ludus::gnu::FirstIsKey, Hash, Equal, Alloc, true> Base;

 public:
  typedef T mapped_type;
  using Base::Base;
  unordered_multimap() {}
  unordered_multimap& operator=(std::initializer_list<std::pair<const Key, T> > list) {
    Base::operator=(list);
    return *this;
  }
};

template <class Key, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>, class Alloc = std::allocator<Key> >
class unordered_set : public ludus::gnu::Container<Key, Key, const Key, ludus::gnu::WholeIsKey, Hash, Equal, Alloc, false> {
  typedef ludus::gnu::Container<Key, Key, const Key, ludus::gnu::WholeIsKey, Hash, Equal, Alloc, false> Base;

 public:
  using Base::Base;
  unordered_set() {}
  unordered_set& operator=(std::initializer_list<Key> list) {
    Base::operator=(list);
    return *this;
  }
};

template <class Key, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>, class Alloc = std::allocator<Key> >
class unordered_multiset : public ludus::gnu::Container<Key, Key, const Key, ludus::gnu::WholeIsKey, Hash, Equal, Alloc, true> {
  typedef ludus::gnu::Container<Key, Key, const Key, ludus::gnu::WholeIsKey, Hash, Equal, Alloc, true> Base;

 public:
  using Base::Base;
  unordered_multiset() {}
  unordered_multiset& operator=(std::initializer_list<Key> list) {
    Base::operator=(list);
    return *this;
  }
};

template <class K, class T, class H, class E, class A>
bool operator==(const unordered_map<K, T, H, E, A>& a, const unordered_map<K, T, H, E, A>& b) {
  if (a.size() != b.size()) return false;
  for (const auto& each : a) {
    const auto found = b.find(each.first);
    if (found == b.end() || !(found->second == each.second)) return false;
  }
  return true;
}
template <class K, class H, class E, class A>
bool operator==(const unordered_set<K, H, E, A>& a, const unordered_set<K, H, E, A>& b) {
  if (a.size() != b.size()) return false;
  for (const auto& each : a)
    if (!b.contains(each)) return false;
  return true;
}
template <class K, class T, class H, class E, class A>
bool operator==(const unordered_multimap<K, T, H, E, A>& a, const unordered_multimap<K, T, H, E, A>& b) {
  if (a.size() != b.size()) return false;
  for (const auto& each : a) {
    std::size_t here = 0;
    std::size_t there = 0;
    for (auto range = a.equal_range(each.first); range.first != range.second; ++range.first) here += range.first->second == each.second;
    for (auto range = b.equal_range(each.first); range.first != range.second; ++range.first) there += range.first->second == each.second;
    if (here != there) return false;
  }
  return true;
}
template <class K, class H, class E, class A>
bool operator==(const unordered_multiset<K, H, E, A>& a, const unordered_multiset<K, H, E, A>& b) {
  if (a.size() != b.size()) return false;
  for (const auto& each : a)
    if (a.count(each) != b.count(each)) return false;
  return true;
}
#define LUDUS_TABLE_FUNCTIONS(name, parameters, arguments)                                              \
  template <parameters>                                                                                 \
  bool operator!=(const name<arguments>& a, const name<arguments>& b) { return !(a == b); }             \
  template <parameters>                                                                                 \
  void swap(name<arguments>& a, name<arguments>& b) { a.swap(b); }                                      \
  template <parameters, class Condition>                                                                \
  std::size_t erase_if(name<arguments>& from, Condition condition) {                                    \
    const std::size_t before = from.size();                                                             \
    for (auto at = from.begin(); at != from.end();) condition(*at) ? void(at = from.erase(at)) : void(++at); \
    return before - from.size();                                                                        \
  }
#define LUDUS_COMMA ,
LUDUS_TABLE_FUNCTIONS(unordered_map, class K LUDUS_COMMA class T LUDUS_COMMA class H LUDUS_COMMA class E LUDUS_COMMA class A, K LUDUS_COMMA T LUDUS_COMMA H LUDUS_COMMA E LUDUS_COMMA A)
LUDUS_TABLE_FUNCTIONS(unordered_multimap, class K LUDUS_COMMA class T LUDUS_COMMA class H LUDUS_COMMA class E LUDUS_COMMA class A, K LUDUS_COMMA T LUDUS_COMMA H LUDUS_COMMA E LUDUS_COMMA A)
LUDUS_TABLE_FUNCTIONS(unordered_set, class K LUDUS_COMMA class H LUDUS_COMMA class E LUDUS_COMMA class A, K LUDUS_COMMA H LUDUS_COMMA E LUDUS_COMMA A)
LUDUS_TABLE_FUNCTIONS(unordered_multiset, class K LUDUS_COMMA class H LUDUS_COMMA class E LUDUS_COMMA class A, K LUDUS_COMMA H LUDUS_COMMA E LUDUS_COMMA A)
#undef LUDUS_TABLE_FUNCTIONS
#undef LUDUS_COMMA

#if __cplusplus >= 201703L
template <class It>
unordered_set(It, It) -> unordered_set<typename std::iterator_traits<It>::value_type>;
template <class T>
unordered_set(std::initializer_list<T>) -> unordered_set<T>;
template <class It>
unordered_multiset(It, It) -> unordered_multiset<typename std::iterator_traits<It>::value_type>;
template <class T>
unordered_multiset(std::initializer_list<T>) -> unordered_multiset<T>;
template <class K, class T>
unordered_map(std::initializer_list<std::pair<K, T> >) -> unordered_map<typename std::remove_const<K>::type, T>;
template <class K, class T>
unordered_multimap(std::initializer_list<std::pair<K, T> >) -> unordered_multimap<typename std::remove_const<K>::type, T>;
#endif

}  // namespace LUDUS_TABLES

#endif
