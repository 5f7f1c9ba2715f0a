/** A place on the board as a player draws it: [row, column] in cells, fractions allowed; [0, 0] is the centre of the top left cell. */
export type Spot = readonly [row: number, column: number];

/**
 * A mark that a player draws for whoever watches the match. `color` is `#rgb` or `#rrggbb`; without it, the player's own.
 */
export type OverlayShape =
  | { readonly kind: 'point'; readonly at: Spot; readonly color?: string | undefined }
  | { readonly kind: 'line'; readonly from: Spot; readonly to: Spot; readonly color?: string | undefined }
  | { readonly kind: 'cell'; readonly at: Spot; readonly color?: string | undefined }
  | { readonly kind: 'text'; readonly at: Spot; readonly text: string; readonly color?: string | undefined };

/** Where what a player says beside its moves goes. */
export interface PlayerOutput {
  log(text: string): void;
  draw(shape: OverlayShape): void;
}

export const SILENT: PlayerOutput = { log() {}, draw() {} };
