import type { ComponentType } from 'preact';

/** The data for a game's panel next to the form. */
export interface PanelProps {
  /** The form's seed. */
  readonly seed: number;
  /** Calls something that the game has on the server (`services` of its `node.ts`). Rejects with one plain sentence. */
  ask(service: string, query: Readonly<Record<string, string>>): Promise<unknown>;
}

/** What a game adds to the studio's form: `Panel` in its `view/studio.tsx`. It is shown where a server answers for the game. */
export type GamePanel = ComponentType<PanelProps>;
