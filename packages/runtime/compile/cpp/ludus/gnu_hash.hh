// The hashes of g++'s library: 64-bit numbers, even if `size_t` has 32 bits.
#ifndef LUDUS_GNU_HASH_HH
#define LUDUS_GNU_HASH_HH

#include <bitset>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#if __cplusplus >= 201703L
#include <string_view>
#endif

namespace ludus {
namespace gnu {

typedef unsigned long long Code;

inline Code fold(Code v) { return v ^ (v >> 47); }

/** MurmurHash64A with the library's seed. */
inline Code murmur(const void* data, std::size_t length) {
  const Code factor = 0xc6a4a7935bd1e995ull;
  const unsigned char* at = static_cast<const unsigned char*>(data);
  const unsigned char* const whole = at + (length & ~std::size_t(7));
  Code code = 0xc70f6907ull ^ (length * factor);
  for (; at != whole; at += 8) {
    Code word;
    std::memcpy(&word, at, 8);
    code = (code ^ (fold(word * factor) * factor)) * factor;
  }
  if (length & 7) {
    Code word = 0;
    std::memcpy(&word, at, length & 7);
    code = (code ^ word) * factor;
  }
  return fold(fold(code) * factor);
}

/** A number as a 64-bit number with its sign preserved. */
template <class Number>
Code widened(Number n) { return static_cast<Code>(n); }

/** The value of a player's own hash. */
template <class Number>
Code answered(Number n) { return widened(n); }
/**
 * With a 32-bit `size_t`, a result computed from negative numbers would also be negative if it had 64 bits. Bits beyond
 * 32 are lost.
 */
inline Code answered(std::size_t n) { return widened(static_cast<std::make_signed<std::size_t>::type>(n)); }

/** `std::hash<T>` as in g++; for a player's hash, its result. */
template <class T, class = void>
struct StandardHash {
  static Code of(const T& key) { return answered(std::hash<T>()(key)); }
};
template <class T>
struct StandardHash<T, typename std::enable_if<std::is_integral<T>::value>::type> {
  static Code of(T key) { return widened(key); }
};
template <class T>
struct StandardHash<T, typename std::enable_if<std::is_enum<T>::value>::type> {
  static Code of(T key) {
    const Code own = widened(static_cast<typename std::underlying_type<T>::type>(key));
    const std::size_t said = std::hash<T>()(key);
    // Otherwise the player defines a hash for it.
    return static_cast<std::size_t>(own) == said ? own : answered(said);
  }
};
template <>
struct StandardHash<float> {
  static Code of(float key) { return key == 0 ? 0 : murmur(&key, sizeof key); }
};
template <>
struct StandardHash<double> {
  static Code of(double key) { return key == 0 ? 0 : murmur(&key, sizeof key); }
};
template <class Char, class Traits, class Alloc>
struct StandardHash<std::basic_string<Char, Traits, Alloc> > {
  static Code of(const std::basic_string<Char, Traits, Alloc>& key) {
    return murmur(key.data(), key.size() * sizeof(Char));
  }
};
#if __cplusplus >= 201703L
template <class Char, class Traits>
struct StandardHash<std::basic_string_view<Char, Traits> > {
  static Code of(std::basic_string_view<Char, Traits> key) { return murmur(key.data(), key.size() * sizeof(Char)); }
};
#endif
template <std::size_t bits>
struct StandardHash<std::bitset<bits> > {
  static Code of(const std::bitset<bits>& key) {
    unsigned char bytes[(bits + 7) / 8 + 1] = {};
    for (std::size_t i = 0; i < bits; ++i) bytes[i / 8] |= static_cast<unsigned char>(key[i] << (i % 8));
    return bits == 0 ? 0 : murmur(bytes, (bits + 7) / 8);
  }
};

/** A hash may be a function or an object, and need not be const. */
template <class Hash, class Key>
struct Hashing {
  static Code of(const Hash& hash, const Key& key) { return answered(const_cast<Hash&>(hash)(key)); }
};
template <class T>
struct Hashing<std::hash<T>, T> {
  static Code of(const std::hash<T>&, const T& key) { return StandardHash<T>::of(key); }
};

/**
 * The library compares a few keys that are slow to hash before it hashes one. If keys may be equal, this affects their
 * order.
 */
template <class Hash>
struct IsSlow : std::false_type {};
template <class Char, class Traits, class Alloc>
struct IsSlow<std::hash<std::basic_string<Char, Traits, Alloc> > > : std::true_type {};
#if __cplusplus >= 201703L
template <class Char, class Traits>
struct IsSlow<std::hash<std::basic_string_view<Char, Traits> > > : std::true_type {};
#endif

}  // namespace gnu
}  // namespace ludus

#endif
