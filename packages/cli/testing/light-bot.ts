/**
 * Returns the JavaScript code of a Trails bot that needs little time. The bot prefers a direction, and turns
 * occasionally. `n`: the bot's number, from 0.
 */
export const lightBot = (n: number): string => `// version 0
import { TrailsPlayer } from 'ludus/trails';
export default class Bot extends TrailsPlayer {
  play() {
    const ways = [this.heading, this.left(this.heading), this.right(this.heading)];
    if ((this.round + ${n}) % ${5 + n} === 0) ways.push(ways.shift());
    const free = ways.find((way) => this.isFree(this.next(way)));
    if (free !== undefined) this.go(free);
  }
}
`;

/**
 * The shell command of an agent that changes the first line of a light bot. Every round builds the bot again, but its
 * play stays the same.
 */
export const LIGHT_AGENT = 'sed -i "1s/.*/\\/\\/ version $LEAGUE_ROUND/" Bot.js';
