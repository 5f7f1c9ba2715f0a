// The shared part of the unordered containers (gnu_tables.hh).
#ifndef LUDUS_GNU_CONTAINER_HH
#define LUDUS_GNU_CONTAINER_HH

#include <initializer_list>
#include <limits>
#include <memory>
#include <tuple>

#include "ludus/gnu_table.hh"

namespace ludus {
namespace gnu {

struct WholeIsKey {
  template <class T>
  static const T& of(const T& value) { return value; }
};
struct FirstIsKey {
  template <class P>
  static const typename P::first_type& of(const P& value) { return value.first; }
};

/** An element that was extracted from a container and can be inserted into another. */
template <class Value, class Alloc>
class Handle {
 public:
  typedef Alloc allocator_type;
  Handle() : element(nullptr) {}
  explicit Handle(Node<Value>* taken) : element(taken) {}
  Handle(Handle&& other) : element(other.element) { other.element = nullptr; }
  Handle& operator=(Handle&& other) {
    std::swap(element, other.element);
    return *this;
  }
  ~Handle() { delete element; }
  bool empty() const { return element == nullptr; }
  explicit operator bool() const { return element != nullptr; }
  Value& value() const { return element->value; }
  template <class V = Value>
  typename std::remove_const<typename V::first_type>::type& key() const {
    return const_cast<typename std::remove_const<typename V::first_type>::type&>(element->value.first);
  }
  template <class V = Value>
  typename V::second_type& mapped() const { return element->value.second; }
  Alloc get_allocator() const { return Alloc(); }

  Node<Value>* element;
};

template <class Iterator, class Taken>
struct HandleInserted {
  Iterator position;
  bool inserted;
  Taken node;
};

/** `Shown`: the element type that iterators expose. */
template <class Key, class Value, class Shown, class KeyOf, class Hash, class Equal, class Alloc, bool multi>
class Container {
  typedef Table<Key, Value, KeyOf, Hash, Equal, multi> Elements;
  typedef typename Elements::Element Element;

 public:
  typedef Key key_type;
  typedef Value value_type;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  typedef Hash hasher;
  typedef Equal key_equal;
  typedef Alloc allocator_type;
  typedef Value& reference;
  typedef const Value& const_reference;
  typedef Value* pointer;
  typedef const Value* const_pointer;
  typedef TableIterator<Value, Shown> iterator;
  typedef TableIterator<Value, const Value> const_iterator;
  typedef BucketIterator<Value, Shown> local_iterator;
  typedef BucketIterator<Value, const Value> const_local_iterator;
  typedef Handle<Value, Alloc> node_type;
  typedef HandleInserted<iterator, node_type> insert_return_type;
  /** The result of inserting one element. */
  typedef typename std::conditional<multi, iterator, std::pair<iterator, bool> >::type Put;

  Container() {}
  explicit Container(size_type n, const Hash& hash = Hash(), const Equal& equal = Equal(), const Alloc& = Alloc())
      : table_(n, hash, equal) {}
  Container(size_type n, const Alloc&) : table_(n) {}
  Container(size_type n, const Hash& hash, const Alloc&) : table_(n, hash) {}
  explicit Container(const Alloc&) {}
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  Container(It first, It last, size_type n = 0, const Hash& hash = Hash(), const Equal& equal = Equal(), const Alloc& = Alloc())
      : table_(wanted(first, last, n), hash, equal) {
    for (; first != last; ++first) emplace(*first);
  }
  Container(std::initializer_list<Value> list, size_type n = 0, const Hash& hash = Hash(), const Equal& equal = Equal(), const Alloc& = Alloc())
      : Container(list.begin(), list.end(), n, hash, equal) {}
  Container& operator=(std::initializer_list<Value> list) {
    table_.clear();
    const size_type needed = table_.growth().needed(list.size());
    if (table_.buckets() < needed) table_.rehash(needed);
    insert(list);
    return *this;
  }
  Container(const Container&) = default;
  Container(Container&&) = default;
  Container& operator=(const Container&) = default;
  Container& operator=(Container&&) = default;

  allocator_type get_allocator() const { return Alloc(); }
  hasher hash_function() const { return table_.hash(); }
  key_equal key_eq() const { return table_.equal(); }

  iterator begin() { return iterator(table_.first()); }
  const_iterator begin() const { return cbegin(); }
  const_iterator cbegin() const { return const_iterator(table_.first()); }
  iterator end() { return iterator(); }
  const_iterator end() const { return const_iterator(); }
  const_iterator cend() const { return const_iterator(); }

  bool empty() const { return table_.size() == 0; }
  size_type size() const { return table_.size(); }
  size_type max_size() const { return std::numeric_limits<difference_type>::max() / sizeof(Element); }

  template <class... Args>
  Put emplace(Args&&... args) {
    return put(new Element(std::forward<Args>(args)...), Choice<multi>());
  }
  template <class... Args>
  iterator emplace_hint(const_iterator hint, Args&&... args) {
    return put_at(hint, new Element(std::forward<Args>(args)...), Choice<multi>());
  }
  Put insert(const Value& value) { return put_value(value, Choice<multi>()); }
  Put insert(Value&& value) { return put_value(std::move(value), Choice<multi>()); }
  template <class Other, class = typename std::enable_if<std::is_constructible<Value, Other&&>::value>::type>
  Put insert(Other&& value) { return emplace(std::forward<Other>(value)); }
  iterator insert(const_iterator hint, const Value& value) { return emplace_hint(hint, value); }
  iterator insert(const_iterator hint, Value&& value) { return emplace_hint(hint, std::move(value)); }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  void insert(It first, It last) {
    if (first == last) return;
    if (multi) table_.make_room(distance(first, last));
    for (; first != last; ++first) emplace(*first);
  }
  void insert(std::initializer_list<Value> list) { insert(list.begin(), list.end()); }

  iterator erase(const_iterator at) { return iterator(table_.erase(at.at)); }
  template <class S = Shown, class = typename std::enable_if<!std::is_const<S>::value>::type>
  iterator erase(iterator at) { return iterator(table_.erase(at.at)); }
  iterator erase(const_iterator first, const_iterator last) {
    Link* at = first.at;
    while (at != last.at) at = table_.erase(at);
    return iterator(at);
  }
  size_type erase(const Key& key) {
    Link* at = table_.find(key);
    if (!at) return 0;
    Link* const end = multi ? table_.after_equals(at) : at->next;
    size_type gone = 0;
    for (; at != end; ++gone) at = table_.erase(at);
    return gone;
  }
  void clear() { table_.clear(); }
  void swap(Container& other) { table_.swap(other.table_); }

  node_type extract(const_iterator at) { return node_type(table_.take_out(at.at)); }
  node_type extract(const Key& key) {
    Link* at = table_.find(key);
    return at ? node_type(table_.take_out(at)) : node_type();
  }
  typename std::conditional<multi, iterator, insert_return_type>::type insert(node_type&& node) {
    return put_node(node, Choice<multi>());
  }
  iterator insert(const_iterator, node_type&& node) { return position(put_node(node, Choice<multi>())); }
  template <class Source>
  void merge(Source&& source) { merge_from(source.table(), Choice<multi>()); }

  iterator find(const Key& key) { return iterator(table_.find(key)); }
  const_iterator find(const Key& key) const { return const_iterator(table_.find(key)); }
  bool contains(const Key& key) const { return table_.find(key) != nullptr; }
  size_type count(const Key& key) const {
    Link* at = table_.find(key);
    if (!at || !multi) return at ? 1 : 0;
    size_type found = 0;
    for (Link* const end = table_.after_equals(at); at != end; at = at->next) ++found;
    return found;
  }
  std::pair<iterator, iterator> equal_range(const Key& key) {
    Link* at = table_.find(key);
    return std::make_pair(iterator(at), iterator(at ? table_.after_equals(at) : nullptr));
  }
  std::pair<const_iterator, const_iterator> equal_range(const Key& key) const {
    Link* at = table_.find(key);
    return std::make_pair(const_iterator(at), const_iterator(at ? table_.after_equals(at) : nullptr));
  }

  size_type bucket_count() const { return table_.buckets(); }
  size_type max_bucket_count() const { return max_size(); }
  size_type bucket(const Key& key) const { return table_.bucket_of(key); }
  size_type bucket_size(size_type n) const { return std::distance(begin(n), end(n)); }
  local_iterator begin(size_type n) { return local_iterator(table_.first_of(n), table_.buckets()); }
  local_iterator end(size_type) { return local_iterator(); }
  const_local_iterator begin(size_type n) const { return cbegin(n); }
  const_local_iterator end(size_type) const { return const_local_iterator(); }
  const_local_iterator cbegin(size_type n) const { return const_local_iterator(table_.first_of(n), table_.buckets()); }
  const_local_iterator cend(size_type) const { return const_local_iterator(); }
  float load_factor() const { return static_cast<float>(size()) / static_cast<float>(bucket_count()); }
  float max_load_factor() const { return table_.growth().load(); }
  void max_load_factor(float load) { table_.max_load(load); }
  void rehash(size_type n) { table_.rehash(n); }
  void reserve(size_type n) { table_.rehash(table_.growth().needed(n)); }

  /** For `merge`. */
  Elements& table() { return table_; }

 protected:
  Elements table_;

  template <bool b>
  struct Choice {};

  Put put(Element* element, Choice<true>) { return iterator(table_.put_multi(element)); }
  Put put(Element* element, Choice<false>) {
    if (Link* found = table_.find(KeyOf::of(element->value))) {
      delete element;
      return std::make_pair(iterator(found), false);
    }
    return std::make_pair(iterator(table_.put_unique(element)), true);
  }
  template <class V>
  Put put_value(V&& value, Choice<true>) { return emplace(std::forward<V>(value)); }
  template <class V>
  Put put_value(V&& value, Choice<false>) {
    // An existing element is not copied.
    if (Link* found = table_.find(KeyOf::of(value))) return std::make_pair(iterator(found), false);
    return std::make_pair(iterator(table_.put_unique(new Element(std::forward<V>(value)))), true);
  }
  iterator put_at(const_iterator hint, Element* element, Choice<true>) { return iterator(table_.put_multi(element, hint.at)); }
  iterator put_at(const_iterator, Element* element, Choice<false>) { return put(element, Choice<false>()).first; }

  iterator put_node(node_type& node, Choice<true>) {
    if (node.empty()) return end();
    Element* element = node.element;
    node.element = nullptr;
    return iterator(table_.put_multi(element));
  }
  insert_return_type put_node(node_type& node, Choice<false>) {
    if (node.empty()) return insert_return_type{end(), false, node_type()};
    if (Link* found = table_.find(KeyOf::of(node.element->value)))
      return insert_return_type{iterator(found), false, std::move(node)};
    Element* element = node.element;
    node.element = nullptr;
    return insert_return_type{iterator(table_.put_unique(element)), true, node_type()};
  }
  static iterator position(iterator at) { return at; }
  static iterator position(const insert_return_type& put) { return put.position; }

  template <class Other>
  void merge_from(Other& other, Choice<true>) {
    if (static_cast<void*>(&other) == static_cast<void*>(&table_)) return;
    reserve(size() + other.size());
    Link* near = nullptr;
    for (Link* link = other.first(); link;) {
      Link* next = link->next;
      Element* element = other.take_out(link);
      element->code = table_.code_of(KeyOf::of(element->value));
      near = table_.put_multi_coded(element, near);
      link = next;
    }
  }
  template <class Other>
  void merge_from(Other& other, Choice<false>) {
    if (static_cast<void*>(&other) == static_cast<void*>(&table_)) return;
    size_type more = other.size();
    for (Link* link = other.first(); link;) {
      Link* next = link->next;
      if (!table_.find(KeyOf::of(static_cast<Element*>(link)->value))) {
        table_.put_unique(other.take_out(link), more);
        more = 1;
      } else if (more != 1) {
        --more;
      }
      link = next;
    }
  }

 private:
  /** The initial number of buckets of a container built from a range. */
  template <class It>
  static size_type wanted(It first, It last, size_type n) {
    const size_type all = multi ? distance(first, last) : 0;
    return all > n ? all : n;
  }
  /** For single-pass ranges, whether there is an element. */
  template <class It>
  static size_type distance(It first, It last) {
    return distance(first, last, typename std::iterator_traits<It>::iterator_category());
  }
  template <class It>
  static size_type distance(It first, It last, std::forward_iterator_tag) { return std::distance(first, last); }
  template <class It>
  static size_type distance(It first, It last, std::input_iterator_tag) { return first == last ? 0 : 1; }
};

}  // namespace gnu
}  // namespace ludus

#endif
