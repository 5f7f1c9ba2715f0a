// Performs the same random operations on g++'s unordered containers and Ludus's (ludus/gnu_tables.hh), and compares the
// order of their elements after each step. The argument: number of runs for each kind of key.
#define LUDUS_TABLES ours
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ludus/gnu_tables.hh"

static std::mt19937 generator;
static int below(int n) { return static_cast<int>(generator() % n); }

typedef std::pair<int, int> Pair;
enum class Colour { red = -3, green = 0, blue = 1 << 20 };
struct PairHash {
  std::size_t operator()(const Pair& p) const { return p.first * 1000003ull + p.second; }
};
struct Narrow {
  std::size_t operator()(int x) const { return x % 7; }
};

static void make(int& key, int range) { key = below(3) == 0 ? below(range) - range / 2 : below(range) * 97; }
static void make(unsigned& key, int range) { key = below(2) ? below(range) : 0u - below(range); }
static void make(long long& key, int range) { key = below(range) * 1000000007ll - (below(2) ? 1ll << 40 : 0); }
static void make(std::string& key, int range) { key = std::string(below(20), 'a' + below(5)) + std::to_string(below(range)); }
static void make(double& key, int range) { key = below(range) * 0.37 - 2; }
static void make(float& key, int range) { key = below(range) * 0.37f - 2; }
static void make(Pair& key, int range) { key = Pair(below(range) - 3, below(20)); }
static void make(Colour& key, int range) { key = static_cast<Colour>(below(range) * 64 - 200); }
static void make(std::bitset<70>& key, int range) { key = std::bitset<70>(below(range) * 12345ull) << below(60); }

template <class Key>
static Key some(int range) {
  Key key;
  make(key, range);
  return key;
}

template <class A, class B>
static bool alike(const A& a, const B& b) {
  if (a.size() != b.size() || a.bucket_count() != b.bucket_count()) return false;
  auto other = b.begin();
  for (const auto& each : a) {
    if (!(each == *other)) return false;
    ++other;
  }
  return other == b.end();
}

/** A pair of containers: the library's, and Ludus's. */
template <class Theirs, class Ours, class Key>
struct Run {
  Theirs a, spare_a;
  Ours b, spare_b;
  int range;

  Key key() { return some<Key>(range); }
  std::vector<Key> keys(int most) {
    std::vector<Key> list;
    for (int left = below(most); left > 0; --left) list.push_back(key());
    return list;
  }
  template <class Do>
  void at_some_place(Do act) {
    if (a.empty()) return;
    auto in_a = a.begin();
    auto in_b = b.begin();
    for (int left = below(static_cast<int>(a.size())); left > 0; --left) ++in_a, ++in_b;
    act(in_a, in_b);
  }

  void step(int what) {
    const Key k = key();
    if (what < 18) a.insert(k), b.insert(k);
    else if (what < 22) a.emplace(k), b.emplace(k);
    else if (what < 26) a.erase(k), b.erase(k);
    else if (what < 28) at_some_place([this](auto x, auto y) { a.erase(x), b.erase(y); });
    else if (what == 28) { const int n = below(3 * range + 2); a.reserve(n), b.reserve(n); }
    else if (what == 29) { const int n = below(3 * range + 2); a.rehash(n), b.rehash(n); }
    else if (what == 30) spare_a = a, spare_b = b;
    else if (what == 31) a.swap(spare_a), b.swap(spare_b);
    else if (what == 32) { a = std::move(spare_a), b = std::move(spare_b); spare_a.clear(), spare_b.clear(); }
    else if (what == 33) { if (below(3) == 0) a.clear(), b.clear(); }
    else if (what == 34) { const auto list = keys(30); a.insert(list.begin(), list.end()), b.insert(list.begin(), list.end()); }
    else if (what == 35) { const auto list = keys(60); const int n = below(3) ? 0 : below(50); a = Theirs(list.begin(), list.end(), n), b = Ours(list.begin(), list.end(), n); }
    else if (what == 36) a.merge(spare_a), b.merge(spare_b);
    else if (what == 37) { const float load = 0.3f + below(40) / 10.f; if (below(6) == 0) a.max_load_factor(load), b.max_load_factor(load); }
    else if (what == 38) { const Key other = key(); a = {k, other, k}, b = {k, other, k}; }
    else at_some_place([this](auto x, auto y) { spare_a.insert(a.extract(x)), spare_b.insert(b.extract(y)); });
  }
};

template <class Theirs, class Ours, class Key>
static bool run(const char* name, int seed) {
  generator.seed(seed);
  Run<Theirs, Ours, Key> run;
  run.range = 1 + below(4) * below(200) + below(30);
  for (int left = below(400); left > 0; --left) {
    const int what = below(40);
    run.step(what);
    const Key key = run.key();
    if (alike(run.a, run.b) && alike(run.spare_a, run.spare_b) && run.a.count(key) == run.b.count(key)) continue;
    std::printf("%s, seed %d: not the same after a step of kind %d\n", name, seed, what);
    return false;
  }
  return true;
}

template <class Key, class Hash = std::hash<Key> >
static bool both(const char* name, int runs) {
  for (int seed = 0; seed < runs; ++seed) {
    if (!run<std::unordered_set<Key, Hash>, ours::unordered_set<Key, Hash>, Key>(name, seed)) return false;
    if (!run<std::unordered_multiset<Key, Hash>, ours::unordered_multiset<Key, Hash>, Key>(name, seed)) return false;
  }
  return true;
}

int main(int, char** arguments) {
  const int runs = std::atoi(arguments[1]);
  const bool same = both<int>("int", runs) & both<unsigned>("unsigned", runs) & both<long long>("long long", runs) &
                    both<std::string>("string", runs) & both<double>("double", runs) & both<float>("float", runs) &
                    both<Pair, PairHash>("pair", runs) & both<int, Narrow>("few buckets", runs) & both<Colour>("enum", runs) &
                    both<std::bitset<70> >("bitset", runs);
  return same ? 0 : 1;
}
