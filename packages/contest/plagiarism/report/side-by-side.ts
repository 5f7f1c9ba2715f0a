import { type Html, html, percent } from '@ludus/lab/report.ts';
import type { Pair, Part } from '../compare/pairs.ts';
import { firstOf } from './first.ts';
import { markedLines, type Piece } from './marked.ts';
import { type Comparison, type Side, sideOf } from './model.ts';
import { shownText } from './shown-text.ts';
import { received, who } from './words.ts';

/** Number of styles for marks. Common parts use the styles in turn, and each part also has a number. */
const LOOKS = 6;

/**
 * Shows both sources of a pair next to each other, with common parts marked and numbered. A number links to the same
 * part on the other side.
 */
export function sideBySide(comparison: Comparison, pair: Pair, rank: number): Html {
  const [left, right] = [sideOf(comparison, pair.left), sideOf(comparison, pair.right)];
  const code = (place: number, side: 'left' | 'right') => {
    const { text, source } = comparison.sources[place];
    const lines = markedLines(text, source.tokens, pair.parts, side);
    return html`<ol class="code">${lines.map((line) => html`<li>${line.map((piece) => shown(piece, pair.parts, rank, side))}</li>`)}</ol>`;
  };
  const covered = (name: string, share: number) =>
    html`<p class="covered">${percent(share)} of ${name}’s own code is also on the other side</p>`;
  const first = firstOf(left, right);
  const when = (side: Side, isFirst: boolean) => {
    const words = received(side, isFirst);
    return words && html`<p class="covered">${words}</p>`;
  };
  return html`
    <section class="pair" id=${`pair-${rank}`}>
      <h3>${rank}. ${who(left)} and ${who(right)}</h3>
      <p class="note">
        Similarity ${percent(pair.similarity)} · ${pair.parts.length} common parts with ${pair.common} tokens in total, the longest with
        ${' '}${pair.longest} · <a href="#pairs">all pairs</a>
      </p>
      <div class="sides">
        <div><h4>${who(left)}</h4>${when(left, first === 0)}${covered(shownText(left.name), pair.leftCovered)}${code(pair.left, 'left')}</div>
        <div><h4>${who(right)}</h4>${when(right, first === 1)}${covered(shownText(right.name), pair.rightCovered)}${code(pair.right, 'right')}</div>
      </div>
    </section>
  `;
}

function shown({ text, part, begins }: Piece, parts: readonly Part[], rank: number, side: 'left' | 'right') {
  if (part === undefined) return shownText(text);
  const look = parts[part].rare < 0.35 ? 'usual' : `look${part % LOOKS}`;
  if (!begins) return html`<mark class=${look}>${shownText(text)}</mark>`;
  const [own, other] = side === 'left' ? ['l', 'r'] : ['r', 'l'];
  return html`<mark class=${look} id=${`p${rank}${own}${part + 1}`}><a href=${`#p${rank}${other}${part + 1}`} title=${`part ${part + 1}, on the other side`}>${part + 1}</a>${shownText(text)}</mark>`;
}
