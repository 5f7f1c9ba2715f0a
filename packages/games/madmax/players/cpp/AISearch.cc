#include "Player.hh"

#define PLAYER_NAME Search

/**
 * Looks some rounds ahead for each car with a beam of plans, and follows the best plan. `npm run bench -- wasm`
 * measures this player.
 */
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  static const int DEPTH = 14;
  static const int WIDTH = 60;

  /** A plan of moves: its last position, the prizes collected, and its first move. */
  struct Plan {
    Pos pos;
    int gas;
    double value;
    Dir first_move;
    vector<Pos> taken;
  };

  struct Better {
    bool operator()(const Plan& a, const Plan& b) const { return a.value > b.value; }
  };

  /** For each round ahead, the cells that a missile passes. */
  vector<set<Pos, Cmp>> passed;

  void foresee_missiles() {
    passed.assign(DEPTH, set<Pos, Cmp>());
    for (const auto& entry : missiles()) {
      Pos p = entry.second.pos;
      for (int t = 0; t < DEPTH; ++t) {
        for (int step = 1; step <= 2; ++step) {
          p = Pos(first(p), (second(p) + 1) % number_universe_columns());
          passed[t].insert(p);
        }
      }
    }
  }

  Pos wrapped(Pos p) { return Pos(first(p), second(p) % number_universe_columns()); }

  double worth(CType type, int gas) {
    if (type == WATER_BONUS) return water_points();
    if (type == GAS_BONUS) return gas < 25 ? 60 : 3;
    if (type == MISSILE_BONUS) return 2;
    return 0;
  }

  /** Extends a plan by one move; returns false if that would destroy the car. */
  bool extend(const Plan& plan, Dir d, int ahead, Plan& next) {
    if (!within_window(plan.pos + d, round() + ahead + 1)) return false;
    next = plan;
    next.pos = wrapped(plan.pos + d);
    if (ahead == 0) next.first_move = d;
    if (--next.gas <= 0) return false;
    for (Dir part : dir2all.find(d)->second) {
      const Pos p = wrapped(plan.pos + part);
      const Cell& c = cell(p);
      if (c.type == TYRE || c.type == MISSILE) return false;
      if (c.type == CAR && ahead < 3) return false;
      if (passed[ahead].count(p)) return false;
      const double gain = worth(c.type, next.gas);
      if (gain > 0 && find(next.taken.begin(), next.taken.end(), p) == next.taken.end()) {
        next.taken.push_back(p);
        next.value += gain / (1 + 0.1 * ahead);
        if (c.type == GAS_BONUS) next.gas += bonus_gas();
      }
    }
    // A position in the middle of the window leaves more options.
    const int column = (second(next.pos) - round() - ahead - 1 + 2 * number_universe_columns()) % number_universe_columns();
    next.value -= 0.002 * abs(column - number_window_columns() / 2);
    return true;
  }

  Dir best_move(const Car& c, set<Pos, Cmp>& promised) {
    vector<Plan> beam(1, Plan{c.pos, c.gas, 0, DEFAULT, vector<Pos>(promised.begin(), promised.end())});
    Plan best = beam[0];
    for (int ahead = 0; ahead < DEPTH && !beam.empty(); ++ahead) {
      map<Pos, Plan, Cmp> reached;
      Plan next;
      for (const Plan& plan : beam) {
        for (const auto& entry : dir2all) {
          if (!extend(plan, entry.first, ahead, next)) continue;
          auto it = reached.find(next.pos);
          if (it == reached.end()) reached.emplace(next.pos, next);
          else if (next.value > it->second.value) it->second = next;
        }
      }
      beam.clear();
      for (auto& entry : reached) beam.push_back(entry.second);
      sort(beam.begin(), beam.end(), Better());
      if (beam.size() > WIDTH) beam.resize(WIDTH);
      if (!beam.empty()) best = beam[0];
    }
    for (Pos p : best.taken) promised.insert(p);
    return best.first_move;
  }

  bool sees_target(const Car& c) {
    for (int k = 1; k <= 4; ++k) {
      const Cell& ahead = cell(c.pos + Dir(0, k));
      if (ahead.type == CAR) return player_of(ahead.cid) != me();
      if (ahead.type != EMPTY) return false;
    }
    return false;
  }

  virtual void play() {
    foresee_missiles();
    set<Pos, Cmp> promised;
    for (Car_Id id = begin(me()); id != end(me()); ++id) {
      const Car& c = car(id);
      if (!c.alive) continue;
      // Planning uses the budget; when it is nearly used up, cars drive straight ahead.
      if (budget_left() < 0.02) continue;
      if (c.nb_miss > 0 && sees_target(c)) shoot(id);
      else move(id, best_move(c, promised));
    }
  }
};

RegisterPlayer(PLAYER_NAME);
