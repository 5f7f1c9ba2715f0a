import { RequestError } from './requests.ts';
import type { AnyVectorEnv } from './vector.ts';

/** The saved states, which clients refer to by handles. */
export class SavedStates {
  private readonly env: AnyVectorEnv;
  private readonly states = new Map<number, unknown>();
  /** States that the client has dropped. Their memory is reused. */
  private readonly spare: unknown[] = [];
  /** The handles of states that come from matches and weren't redealt, so they include hidden information. */
  private readonly real = new Set<number>();
  private lastHandle = 0;

  constructor(env: AnyVectorEnv) {
    this.env = env;
  }

  /** Saves a copy of a state that is played on the board of `like`. Returns the copy's handle. */
  keep(state: unknown, like = state): number {
    this.states.set(++this.lastHandle, this.env.copyOf(state, this.spare.pop(), like));
    return this.lastHandle;
  }

  /** Saves the state of a match. Returns its handle. */
  keepMatch(match: number): number {
    const handle = this.keep(this.env.states[match]);
    this.real.add(handle);
    return handle;
  }

  /** Whether the handle comes from `keepMatch`. */
  isMatch(handle: number): boolean {
    return this.real.has(handle);
  }

  /** @throws RequestError if no state has this handle */
  get(handle: number): unknown {
    const state = this.states.get(handle);
    if (state === undefined) throw new RequestError(`there is no saved state ${handle}`);
    return state;
  }

  drop(handle: number): void {
    const state = this.get(handle);
    this.states.delete(handle);
    this.real.delete(handle);
    this.spare.push(state);
  }
}
