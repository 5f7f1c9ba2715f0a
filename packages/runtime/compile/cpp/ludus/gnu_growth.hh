// The growth of the tables in g++'s library.
#ifndef LUDUS_GNU_GROWTH_HH
#define LUDUS_GNU_GROWTH_HH

#include <cstddef>

namespace ludus {
namespace gnu {

/** Possible numbers of buckets, from 14 on; more do not fit into a player's memory. */
constexpr std::size_t BUCKETS[] = {
    17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127, 137, 139, 149,
    157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661,
    709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971,
    3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011,
    12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043,
    45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607,
    147793, 159871, 172933, 187091, 202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857,
    444487, 480881, 520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821, 1236397,
    1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977, 2320627, 2510653, 2716249, 2938679, 3179303,
    3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729, 5967347, 6456007, 6984629, 7556579, 8175383,
    8844859, 9569143, 10352717, 11200489, 12117689, 13109983, 14183539, 15345007, 16601593, 17961079, 19431899,
    21023161, 22744717, 24607243, 26622317, 28802401, 31160981, 33712729, 36473443, 39460231, 42691603, 46187573,
    49969847, 54061849, 58488943, 63278561,
};
/** The same below 14. */
constexpr unsigned char FEW_BUCKETS[] = {2, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};

/** Decides when a table grows, and to which size. */
class Growth {
 public:
  explicit Growth(float load = 1) : load_(load), full_at_(0) {}

  float load() const { return load_; }

  /** The number of buckets required for this number of elements. */
  std::size_t needed(std::size_t elements) const {
    const double exact = elements / static_cast<double>(load_);
    const std::size_t whole = static_cast<std::size_t>(exact);
    return whole < exact ? whole + 1 : whole;
  }

  /** The actual number of buckets for a requested number. */
  std::size_t buckets(std::size_t wanted) {
    if (wanted == 0) return 1;
    std::size_t found = wanted;
    if (wanted < sizeof FEW_BUCKETS) {
      found = FEW_BUCKETS[wanted];
    } else {
      for (std::size_t each : BUCKETS)
        if (each >= wanted) {
          found = each;
          break;
        }
    }
    full_at_ = static_cast<std::size_t>(found * static_cast<double>(load_));
    return found;
  }

  /** The new number of buckets, if it must change before `more` elements are inserted; otherwise 0. */
  std::size_t grown(std::size_t buckets_now, std::size_t elements, std::size_t more) {
    if (elements + more <= full_at_) return 0;
    std::size_t least = elements + more;
    if (full_at_ == 0 && least < 11) least = 11;
    const double wanted = least / static_cast<double>(load_);
    if (wanted >= buckets_now) {
      const std::size_t next = static_cast<std::size_t>(wanted) + 1;
      return buckets(next > 2 * buckets_now ? next : 2 * buckets_now);
    }
    full_at_ = static_cast<std::size_t>(buckets_now * static_cast<double>(load_));
    return 0;
  }

  /** Restoring this value undoes the changes by `buckets`. */
  std::size_t full_at() const { return full_at_; }
  void full_at(std::size_t elements) { full_at_ = elements; }

 private:
  float load_;
  std::size_t full_at_;
};

}  // namespace gnu
}  // namespace ludus

#endif
