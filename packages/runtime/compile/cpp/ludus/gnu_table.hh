// The table behind g++'s unordered containers: one list of all elements, and for each bucket the link before its first
// element.
//
// Iteration follows the list. An element for an empty bucket is inserted at the list's head, any other at its bucket's
// head. Equal elements of a multimap are adjacent. So the order follows from the hashes, the growth, and the previous
// operations.
#ifndef LUDUS_GNU_TABLE_HH
#define LUDUS_GNU_TABLE_HH

#include <cstddef>
#include <iterator>
#include <new>
#include <utility>

#include "ludus/gnu_growth.hh"
#include "ludus/gnu_hash.hh"

namespace ludus {
namespace gnu {

struct Link {
  Link* next;
};

template <class Value>
struct Node : Link {
  Code code;
  Value value;
  template <class... Args>
  explicit Node(Args&&... args) : code(0), value(std::forward<Args>(args)...) {}
};

template <class Value, class Shown>
class TableIterator {
 public:
  typedef std::forward_iterator_tag iterator_category;
  typedef Value value_type;
  typedef std::ptrdiff_t difference_type;
  typedef Shown* pointer;
  typedef Shown& reference;

  TableIterator() : at(nullptr) {}
  explicit TableIterator(Link* link) : at(link) {}
  /** A mutable iterator converts to a const one. */
  template <class Other, class = typename std::enable_if<std::is_convertible<Other*, Shown*>::value>::type>
  TableIterator(const TableIterator<Value, Other>& other) : at(other.at) {}

  reference operator*() const { return static_cast<Node<Value>*>(at)->value; }
  pointer operator->() const { return &static_cast<Node<Value>*>(at)->value; }
  TableIterator& operator++() {
    at = at->next;
    return *this;
  }
  TableIterator operator++(int) {
    TableIterator before = *this;
    at = at->next;
    return before;
  }

  Link* at;
};
template <class V, class A, class B>
bool operator==(const TableIterator<V, A>& a, const TableIterator<V, B>& b) { return a.at == b.at; }
template <class V, class A, class B>
bool operator!=(const TableIterator<V, A>& a, const TableIterator<V, B>& b) { return a.at != b.at; }

/** Within one bucket. */
template <class Value, class Shown>
class BucketIterator : public TableIterator<Value, Shown> {
 public:
  BucketIterator() : buckets_(1) {}
  BucketIterator(Link* link, std::size_t buckets) : TableIterator<Value, Shown>(link), buckets_(buckets) {}
  BucketIterator& operator++() {
    const std::size_t bucket = index(this->at);
    this->at = this->at->next;
    if (this->at && index(this->at) != bucket) this->at = nullptr;
    return *this;
  }
  BucketIterator operator++(int) {
    BucketIterator before = *this;
    ++*this;
    return before;
  }

 private:
  std::size_t index(Link* link) const { return static_cast<Node<Value>*>(link)->code % buckets_; }
  std::size_t buckets_;
};

/** `KeyOf::of(value)` is an element's key. */
template <class Key, class Value, class KeyOf, class Hash, class Equal, bool multi>
class Table {
 public:
  typedef Node<Value> Element;

  explicit Table(std::size_t wanted = 0, const Hash& hash = Hash(), const Equal& equal = Equal())
      : hash_(hash), equal_(equal), size_(0), count_(1), one_(nullptr), buckets_(&one_) {
    head_.next = nullptr;
    const std::size_t count = growth_.buckets(wanted);
    if (count > 1) take_buckets(count);
  }
  Table(const Table& other)
      : hash_(other.hash_), equal_(other.equal_), growth_(other.growth_), size_(0), count_(1), one_(nullptr), buckets_(&one_) {
    head_.next = nullptr;
    if (other.count_ > 1) take_buckets(other.count_);
    Link* last = &head_;
    for (Link* link = other.head_.next; link; link = link->next) {
      Element* element = new Element(static_cast<Element*>(link)->value);
      element->code = static_cast<Element*>(link)->code;
      element->next = nullptr;
      last->next = element;
      Link*& bucket = buckets_[index(element)];
      if (!bucket) bucket = last;
      last = element;
    }
    size_ = other.size_;
  }
  Table(Table&& other) : hash_(other.hash_), equal_(other.equal_), size_(0), count_(1), one_(nullptr), buckets_(&one_) {
    head_.next = nullptr;
    take(other);
  }
  Table& operator=(const Table& other) {
    if (this != &other) {
      Table copy(other);
      swap(copy);
    }
    return *this;
  }
  Table& operator=(Table&& other) {
    if (this != &other) {
      clear();
      drop_buckets();
      hash_ = std::move(other.hash_);
      equal_ = std::move(other.equal_);
      take(other);
    }
    return *this;
  }
  ~Table() {
    clear();
    drop_buckets();
  }

  void swap(Table& other) {
    std::swap(hash_, other.hash_);
    std::swap(equal_, other.equal_);
    Table mine(0, hash_, equal_);
    mine.take(*this);
    take(other);
    other.take(mine);
  }

  Link* first() const { return head_.next; }
  std::size_t size() const { return size_; }
  std::size_t buckets() const { return count_; }
  const Hash& hash() const { return hash_; }
  const Equal& equal() const { return equal_; }
  const Growth& growth() const { return growth_; }

  Code code_of(const Key& key) const { return Hashing<Hash, Key>::of(hash_, key); }
  std::size_t bucket_of(const Key& key) const { return code_of(key) % count_; }
  /** The first link of a bucket, or null. */
  Link* first_of(std::size_t bucket) const { return buckets_[bucket] ? buckets_[bucket]->next : nullptr; }

  Link* find(const Key& key) const {
    if (size_ == 0) return nullptr;
    Link* before = find_before(key, code_of(key));
    return before ? before->next : nullptr;
  }
  /** The first link after those with a key equal to this one's. */
  Link* after_equals(Link* link) const {
    const Key& key = key_of(link);
    do link = link->next;
    while (link && same(key, link));
    return link;
  }

  /** Inserts an element with a new key; `more`: the number of elements that may follow it. */
  Link* put_unique(Element* element, std::size_t more = 1) {
    element->code = code_of(key_of(element));
    return put_unique_coded(element, more);
  }
  Link* put_unique_coded(Element* element, std::size_t more) {
    make_room(more);
    put_first(element, index(element));
    ++size_;
    return element;
  }

  /** Inserts an element next to its equals. `hint`: where to search for one first. */
  Link* put_multi(Element* element, Link* hint = nullptr) {
    const Key& key = key_of(element);
    Link* near = nullptr;
    if (IsSlow<Hash>::value && size_ <= FEW) {
      for (Link* link = hint; link && !near; link = link->next)
        if (same(key, link)) near = link;
      for (Link* link = head_.next; link && link != hint && !near; link = link->next)
        if (same(key, link)) near = link;
    } else {
      near = hint;
    }
    element->code = near && same(key, near) ? static_cast<Element*>(near)->code : code_of(key);
    return put_multi_coded(element, near);
  }
  Link* put_multi_coded(Element* element, Link* near) {
    const Key& key = key_of(element);
    make_room(1);
    const std::size_t bucket = index(element);
    const bool is_near = near && same_coded(key, element->code, near);
    Link* before = is_near ? near : find_before(key, element->code);
    if (before) {
      element->next = before->next;
      before->next = element;
      if (is_near && element->next) {
        const std::size_t next = index(element->next);
        if (next != bucket) buckets_[next] = element;
      }
    } else {
      put_first(element, bucket);
    }
    ++size_;
    return element;
  }

  /** Makes room for this number of elements, as if all were new. */
  void make_room(std::size_t more) {
    const std::size_t grown = growth_.grown(count_, size_, more);
    if (grown != 0) change_buckets(grown);
  }

  /** Removes an element; the caller then owns it. */
  Element* take_out(Link* link) {
    const std::size_t bucket = index(link);
    Link* before = buckets_[bucket];
    while (before->next != link) before = before->next;
    Link* next = link->next;
    const bool leaves_bucket = !next || index(next) != bucket;
    if (leaves_bucket && next) buckets_[index(next)] = before;
    if (leaves_bucket && before == buckets_[bucket]) buckets_[bucket] = nullptr;
    before->next = next;
    --size_;
    return static_cast<Element*>(link);
  }
  Link* erase(Link* link) {
    Link* next = link->next;
    delete take_out(link);
    return next;
  }

  void clear() {
    for (Link* link = head_.next; link;) {
      Link* next = link->next;
      delete static_cast<Element*>(link);
      link = next;
    }
    head_.next = nullptr;
    for (std::size_t i = 0; i < count_; ++i) buckets_[i] = nullptr;
    size_ = 0;
  }

  void rehash(std::size_t wanted) {
    const std::size_t before = growth_.full_at();
    const std::size_t needed = growth_.needed(size_ + 1);
    const std::size_t count = growth_.buckets(needed > wanted ? needed : wanted);
    if (count != count_) change_buckets(count);
    else growth_.full_at(before);
  }
  /** Takes effect at the table's next growth. */
  void max_load(float load) { growth_ = Growth(load); }

  bool same(const Key& key, Link* link) const { return const_cast<Equal&>(equal_)(key, key_of(link)); }
  static const Key& key_of(Link* link) { return KeyOf::of(static_cast<Element*>(link)->value); }

 private:
  enum { FEW = 20 };

  std::size_t index(Link* link) const { return index(link, count_); }
  static std::size_t index(Link* link, std::size_t count) { return static_cast<Element*>(link)->code % count; }
  bool same_coded(const Key& key, Code code, Link* link) const {
    return static_cast<Element*>(link)->code == code && same(key, link);
  }

  Link* find_before(const Key& key, Code code) const {
    const std::size_t bucket = code % count_;
    Link* before = buckets_[bucket];
    if (!before) return nullptr;
    for (;; before = before->next) {
      if (same_coded(key, code, before->next)) return before;
      if (!before->next->next || index(before->next->next) != bucket) return nullptr;
    }
  }

  /** Inserts at the head of its bucket, or of the list if the bucket is empty. */
  void put_first(Link* link, std::size_t bucket) {
    if (buckets_[bucket]) {
      link->next = buckets_[bucket]->next;
      buckets_[bucket]->next = link;
    } else {
      link->next = head_.next;
      head_.next = link;
      if (link->next) buckets_[index(link->next)] = link;
      buckets_[bucket] = &head_;
    }
  }

  /** Distributes the elements as if they were inserted again in sequence; equal ones keep their order. */
  void change_buckets(std::size_t count) {
    Link* link = head_.next;
    head_.next = nullptr;
    drop_buckets();
    take_buckets(count);
    Link* last = nullptr;
    std::size_t last_bucket = 0;
    while (link) {
      Link* next = link->next;
      const std::size_t bucket = index(link);
      if (multi && last && last_bucket == bucket) {
        link->next = last->next;
        last->next = link;
        if (link->next) {
          const std::size_t after = index(link->next);
          if (after != bucket) buckets_[after] = link;
        }
      } else {
        put_first(link, bucket);
      }
      last = link;
      last_bucket = bucket;
      link = next;
    }
  }

  /** The table must be empty before. */
  void take_buckets(std::size_t count) {
    count_ = count;
    buckets_ = count == 1 ? &one_ : new Link*[count];
    for (std::size_t i = 0; i < count; ++i) buckets_[i] = nullptr;
  }
  void drop_buckets() {
    if (buckets_ != &one_) delete[] buckets_;
    buckets_ = &one_;
    one_ = nullptr;
    count_ = 1;
  }

  /**
   * Takes over the other table's contents. This table must have no elements and only its built-in bucket; the other one
   * is then as if it were new.
   */
  void take(Table& other) {
    growth_ = other.growth_;
    size_ = other.size_;
    count_ = other.count_;
    head_.next = other.head_.next;
    one_ = other.one_;
    buckets_ = other.buckets_ == &other.one_ ? &one_ : other.buckets_;
    if (head_.next) buckets_[index(head_.next)] = &head_;
    other.growth_.full_at(0);
    other.size_ = 0;
    other.count_ = 1;
    other.head_.next = nullptr;
    other.one_ = nullptr;
    other.buckets_ = &other.one_;
  }

  Hash hash_;
  Equal equal_;
  Growth growth_;
  std::size_t size_;
  std::size_t count_;
  Link head_;
  Link* one_;
  Link** buckets_;
};

}  // namespace gnu
}  // namespace ludus

#endif
