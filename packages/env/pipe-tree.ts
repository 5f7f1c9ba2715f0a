import { actionBytes, actionsIn } from './actions.ts';
import { GameTree } from './game-tree.ts';
import { Observer, type ObserverOptions } from './observer.ts';
import { RequestError, type RequestReader } from './requests.ts';
import type { SavedStates } from './saved-states.ts';
import { lookingSeat } from './simulator.ts';
import type { AnyVectorEnv } from './vector.ts';

/** Handles a request, and returns the numbers of its answer. */
type TreeRequest = (request: RequestReader) => readonly (Uint8Array | Int32Array | Float64Array)[];

/** The requests about a game's tree (game-tree.ts), by letter. docs/python-api.md describes them. */
export function treeRequests(
  env: AnyVectorEnv,
  saved: SavedStates,
  options: ObserverOptions,
): readonly (readonly [string, TreeRequest])[] {
  const tree = new GameTree(env, saved);
  const scores = new Int32Array(env.seats);
  const looking = lookingSeat(env, options.seats);
  let observer: Observer | undefined;
  /**
   * A handle. If only one seat observes, a handle must come from a match that was redealt for this seat. Otherwise, the
   * game's tree would reveal hidden information.
   */
  const known = (handle: number, redealtFor?: number): number => {
    if (looking !== undefined && redealtFor !== looking && saved.isMatch(handle))
      throw new RequestError(
        `seat ${looking} is the only observing seat: redeal the saved match ${handle} for it first`,
      );
    return handle;
  };

  const start: TreeRequest = (request) => {
    const seed = request.int32('a seed');
    request.end();
    return [tree.describe(tree.start(seed))];
  };
  const play: TreeRequest = (request) => {
    const handle = known(request.int32('a handle'));
    const luck = request.int32('luck');
    const actions = actionsIn(env.simulator, request.list(env.units * actionBytes(env.simulator), 'actions'));
    request.end();
    const next = tree.play(handle, actions, luck);
    return next === undefined ? [] : [tree.describe(next)];
  };
  const redeal: TreeRequest = (request) => {
    const [handle, seat, seed] = [request.int32('a handle'), request.int32('a seat'), request.int32('a seed')];
    request.end();
    return [tree.describe(tree.redeal(known(handle, seat), seat, seed))];
  };
  const describe: TreeRequest = (request) => {
    const handle = known(request.int32('a handle'));
    request.end();
    return [tree.describe(handle)];
  };
  const observe: TreeRequest = (request) => {
    const state = saved.get(request.int32('a handle'));
    request.end();
    observer ??= new Observer(env, 1, options);
    observer.look(0, state);
    env.simulator.scores(state, scores, 0);
    observer.setEnd(0, scores, 0, 0, scores, env.game.isOver(state));
    return observer.pieces;
  };
  const rollOut: TreeRequest = (request) => {
    const handle = known(request.int32('a handle'));
    const [count, rounds] = [request.int32('a number of matches'), request.int32('a number of rounds')];
    const seed = request.int32('a seed');
    if (count < 1 || rounds < 1) throw new RequestError('matches and rounds must be whole numbers above 0');
    const chosen: number[] = [];
    while (request.left > 0) {
      const [unit, action] = [request.int32('a unit'), request.int32('an action')];
      if (unit < 0 || unit >= env.units || action < 0 || action >= env.simulator.actionNames.length)
        throw new RequestError(`there is no unit ${unit} with an action ${action}`);
      chosen.push(unit, action);
    }
    return [tree.rollOut(handle, chosen, { count, rounds, seed })];
  };
  return [
    ['a', start],
    ['g', play],
    ['k', redeal],
    ['x', describe],
    ['y', observe],
    ['j', rollOut],
  ];
}
