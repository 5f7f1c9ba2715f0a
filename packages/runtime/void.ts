/**
 * A match that counts for nobody: not the player failed, but the machine that it was played on (an engine's own limit was met
 * before ours, or the work took far longer than its price says). Nobody has lost it; whoever runs matches plays it again
 * elsewhere or not at all, and keeps the player named here from further matches until somebody has looked at it.
 */
export class MatchVoid extends Error {
  readonly player: string;
  constructor(player: string, sentence: string) {
    super(sentence);
    this.name = 'MatchVoid';
    this.player = player;
  }
}
