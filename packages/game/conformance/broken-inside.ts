import { BREAKAGES_INSIDE_TEXTS } from './broken-inside-texts.ts';
import type { Breakage } from './fixture.ts';
import { pick } from './minimal.ts';

// biome-ignore lint/suspicious/noExplicitAny: broken in ways that its types forbid
type Any = any;

const PLAIN = pick.move;

/** Ways to break the minimal game from inside. */
export const BREAKAGES_INSIDE: readonly Breakage[] = [
  {
    what: 'a clone that shares its scores',
    change: (game) => ({ clone: (state: Any) => ({ ...game.clone(state), scores: state.scores }) }),
    sentence: /advancing a clone changed its original: scores\[\d\] from \d+ to \d+/,
  },
  {
    what: 'a clone with a different generator',
    change: (game) => ({ clone: (state: Any) => ({ ...game.clone(state), generator: 1 }) }),
    sentence: /a clone has a different hash from its original; the first difference is in generator \(\d+ and 1\)/,
  },
  {
    what: 'a clone that loses a field that the hash omits',
    change: (game) => ({ clone: (state: Any) => ({ ...game.clone(state), prize: 0 }) }),
    sentence:
      /a clone played differently from its original; when it was made, the first difference was in prize \(\d+ and 0\)/,
  },
  {
    what: 'a restore that doesn’t restore the prize',
    change: (game) => ({
      restore(target: Any, source: Any) {
        const { prize } = target;
        game.restore(target, source);
        target.prize = prize;
      },
    }),
    sentence:
      /a restored state played differently from its source; after `restore`, the first difference was in prize \(\d+ and \d+\)/,
  },
  {
    what: 'a restore that shares its scores',
    change: (game) => ({
      restore(target: Any, source: Any) {
        game.restore(target, source);
        target.scores = source.scores;
      },
    }),
    sentence: /advancing a state changed another state that was restored from it/,
  },
  {
    what: 'a hash without the scores',
    change: (game) => ({ hash: (state: Any) => game.hash({ ...state, scores: [] }) }),
    sentence:
      /`hash` leaves something out: a match with no move of seat \d in round \d has the same hash, but a different outcome; the first difference is in scores\[\d\]/,
  },
  {
    what: 'a hash without the generator',
    change: (game) => ({ hash: (state: Any) => game.hash({ ...state, generator: 1 }) }),
    sentence:
      /`hash` leaves something out: a match with another seed has the same hash before this round, but a different hash after it; before the round, the first difference was in prize/,
  },
  {
    what: 'a hash without the frozen seats',
    change: (game) => ({ hash: (state: Any) => game.hash({ ...state, frozen: [] }) }),
    sentence:
      /`hash` leaves something out: a match with no disqualified players has the same hash .*; before the round, the first difference was in frozen\[\d\]/,
  },
  {
    what: 'a score that depends on the order in which a set was filled',
    change: (game) => ({
      start: (board, seed) => Object.assign(game.start(board, seed), { prizes: new Set<number>() }),
      clone: (state: Any) => Object.assign(game.clone(state), { prizes: new Set(state.prizes) }),
      restore(target: Any, source: Any) {
        game.restore(target, source);
        target.prizes = new Set(source.prizes);
      },
      advance(state: Any, asked) {
        if (game.isOver(state)) return;
        state.prizes.add(state.prize);
        state.scores[0] += [...state.prizes][0];
        game.advance(state, asked);
      },
      hash: (state: Any) => [...state.prizes].reduce((sum: number, each: number) => sum + each, game.hash(state)) | 0,
    }),
    sentence: /the round depends on the order in which prizes was filled, but `hash` ignores that order/,
  },
  {
    what: 'a sum that overflows its array',
    change: (game) => ({
      start: (board, seed) => Object.assign(game.start(board, seed), { sums: new Uint8Array(1) }),
      clone: (state: Any) => Object.assign(game.clone(state), { sums: state.sums.slice() }),
      restore(target: Any, source: Any) {
        game.restore(target, source);
        target.sums.set(source.sums);
      },
      advance(state: Any, asked) {
        if (!game.isOver(state)) state.sums[0] += 100;
        game.advance(state, asked);
      },
    }),
    sentence: /round 3: `advance` writes 300 to sums\[0\], but the Uint8Array stores 44/,
  },
  {
    what: 'a match that never ends',
    change: (game) => ({
      isOver: () => false,
      advance(state: Any, asked) {
        const { round } = state;
        state.round = -1;
        game.advance(state, asked);
        state.round = round + 1;
      },
    }),
    sentence: /the match is not over after 20000 rounds/,
  },
  {
    what: 'an advance that throws an error for an illegal move',
    change: (game) => ({
      advance(state: Any, asked: Any) {
        for (const { number } of asked) if (number > state.board.most) throw new RangeError(`there is no ${number}`);
        game.advance(state, asked);
      },
    }),
    sentence: /round \d+: `advance` threw RangeError: there is no \d+/,
  },
  {
    what: 'an advance that changes its moves',
    change: (game) => ({
      advance(state: Any, asked: Any) {
        game.advance(state, asked);
        for (const move of asked) move.number = Math.abs(move.number);
      },
    }),
    sentence: /`advance` changed the move of seat \d passed to it, from "-\d" to "\d"/,
  },
  {
    what: 'an advance that plays a move of an earlier round',
    change: (game) => ({
      // An answer to an earlier question counts a second time.
      advance(state: Any, asked: Any) {
        const before = state.kept ?? asked;
        game.advance(state, [before[0], ...asked.slice(1)]);
        state.kept = [...asked];
      },
      clone: (state: Any) => ({ ...game.clone(state) }),
      restore(target: Any, source: Any) {
        game.restore(target, source);
        target.kept = source.kept;
      },
    }),
    sentence: /`advance` (has stored|stores) (moves of an earlier round|the moves passed to it)/,
  },
  {
    what: 'a freeze that freezes the next seat',
    change: (game) => ({
      freeze: (state: Any, seat, fault) => game.freeze(state, (seat + 1) % state.board.players, fault),
    }),
    sentence:
      /`freeze` does nothing to seat \d: its moves still count, but the moves of seat \d don’t: `freeze` numbers the seats differently/,
  },
  {
    what: 'two matches that share their scores',
    change(game) {
      const shared: number[] = [];
      return {
        start(board: Any, seed) {
          shared.length = board.players;
          shared.fill(0);
          return { ...(game.start(board, seed) as object), scores: shared };
        },
      };
    },
    sentence: /playing one match changed another match on the same board: scores\[\d\] from 0 to \d/,
  },
  {
    what: 'a start that changes the board',
    change: (game) => ({
      start(board: Any, seed) {
        board.most = 9;
        return game.start(board, seed);
      },
    }),
    sentence: /before the first round: `start` changed the board, which all matches share: most from \d to 9/,
  },
  {
    what: 'a start that uses a different seed in every second call',
    change(game) {
      let calls = 0;
      return { start: (board, seed) => game.start(board, seed + (calls++ % 2)) };
    },
    sentence: /`start`: the same call had two different results; the first difference is in prize/,
  },
  {
    what: 'rules that depend on budget shares',
    change: (game) => ({
      charge(state: Any, seat, share) {
        if (share > 0.01) state.scores[seat] += 1;
      },
      dialogue: game.dialogue!,
    }),
    sentence: /the rules depend on how much of their budgets the players have used/,
  },
  {
    what: 'an outcome that contains the state’s own scores',
    change: (game) => ({ outcome: (state: Any) => ({ ...game.outcome(state), scores: state.scores }) }),
    sentence: /`outcome` returned an object that changed later, scores\[\d\] from \d+ to \d+: it must return a copy/,
  },
  {
    what: 'new moves that share an inner object',
    change: () => {
      const inner = { number: 0 };
      const print = (move: Any) => (move.inner.number === 0 ? '' : String(move.inner.number));
      return {
        newMove: () => ({
          inner,
          get number() {
            return this.inner.number;
          },
          set number(n) {
            this.inner.number = n;
          },
        }),
        move: { ...PLAIN, print: (move: Any) => ('inner' in move ? print(move) : PLAIN.print(move)) },
      };
    },
    sentence: /round \d: two moves from `newMove` share their content: filling one also filled the other with "-?\d+"$/,
  },
  {
    what: 'a setGenerator that does nothing',
    change: () => ({ setGenerator() {} }),
    sentence: /`setGenerator` does nothing: with a different generator, the state has the same hash/,
  },
  {
    what: 'random events without setGenerator',
    change: () => ({ setGenerator: undefined }) as never,
    sentence: /`start` makes different states for different seeds, but there is no `setGenerator`/,
  },
  {
    what: 'a question that reveals the generator',
    change: (game) => ({
      dialogue: { ...game.dialogue!, question: (state: Any) => `luck ${state.generator}\n` },
    }),
    sentence: /`dialogue\.question` for seat 0 reveals the board’s generator: line 1/,
  },
  {
    what: 'a seat whose moves don’t count',
    change: (game) => ({
      advance: (state, asked: Any) =>
        game.advance(
          state,
          asked.map((move: Any, seat: number) => (seat === 1 ? game.newMove() : move)),
        ),
    }),
    sentence: /in \d+ matches, empty moves of seat 1 made no difference: do the seat’s moves count\?/,
  },
  {
    what: 'a move whose text is truncated',
    change: (game) => ({ move: { ...game.move, print: (move) => game.move.print(move).slice(-1) } }),
    sentence:
      /a move that is printed and read again has a different effect|`move\.read` rejects the printed move of seat \d/,
  },
  {
    what: 'a hash without the frozen seats in a game that stops after a failure',
    change: (game) => ({
      hash: (state: Any) => game.hash({ ...state, frozen: [] }),
      isOver: (state: Any) => state.frozen.includes(true) || game.isOver(state),
      advance(state: Any, asked) {
        if (!state.frozen.includes(true)) game.advance(state, asked);
        else if (state.stopped !== true) Object.assign(state, { stopped: true, round: state.round + 1 });
      },
    }),
    sentence: /`hash` leaves something out: a match with no disqualified players has the same hash/,
  },
  {
    what: 'a negative score',
    change: (game) => ({
      advance(state: Any, asked) {
        game.advance(state, asked);
        if (state.round === 3) state.scores[0] = -1;
      },
    }),
    sentence: /round 3: a score is negative/,
  },
  {
    what: 'scores that fall to 0',
    change: (game) => ({
      advance(state: Any, asked) {
        game.advance(state, asked);
        if (state.round === 5) state.scores.fill(0);
      },
    }),
    sentence: /round 5: the score of seat \d fell from \d+ to 0/,
  },
  {
    what: 'sentences about illegal moves for too few seats',
    change: (game) => ({ outcome: (state) => ({ ...game.outcome(state), illegal: [''] }) }),
    sentence: /the outcome’s list `illegal` has length 1, but the match has \d seats/,
  },
  ...BREAKAGES_INSIDE_TEXTS,
];
