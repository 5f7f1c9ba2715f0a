import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { OF_SEED } from '../data/boards.ts';
import type { RecentMatch } from '../data/recent.ts';
import { titleOf } from '../games/kits.ts';
import { isByHand } from './hand.ts';
import { recent } from './state.ts';

/** Number of matches listed at first. */
const FEW = 4;

/** The matches stored in this browser. */
export function Recent(props: {
  onWatch(match: RecentMatch): void;
  onAgain(match: RecentMatch): void;
  onDownload(match: RecentMatch): void;
  /** Opens the editor for a bot that replaces the person in a match that a person played. */
  onProgram(match: RecentMatch): void;
  onForget(match: RecentMatch): void;
}): JSX.Element | null {
  const [whole, setWhole] = useState(false);
  const all = recent.value;
  if (all.length === 0) return null;
  const shown = whole ? all : all.slice(0, FEW);
  return (
    <section class="recent" aria-labelledby="recent-title">
      <h2 id="recent-title">Recent matches</h2>
      <ul>
        {shown.map((match) => (
          <li key={match.at}>
            <button type="button" class="watch" onClick={() => props.onWatch(match)}>
              <strong>{title(match)}</strong>
              <span>{line(match)}</span>
            </button>
            <details class="actions" name="recent-actions">
              <summary aria-label={`More about ${title(match)}`}>⋯</summary>
              {isByHand(match.order.players) && (
                <button type="button" class="quiet" onClick={() => props.onProgram(match)}>
                  Now program it
                </button>
              )}
              <button type="button" class="quiet" onClick={() => props.onAgain(match)}>
                Another seed
              </button>
              <button type="button" class="quiet" onClick={() => props.onDownload(match)}>
                Download
              </button>
              <button type="button" class="quiet" aria-label="Delete this match" onClick={() => props.onForget(match)}>
                ✕
              </button>
            </details>
          </li>
        ))}
      </ul>
      {all.length > FEW && (
        <button type="button" class="quiet" onClick={() => setWhole(!whole)}>
          {whole ? 'Fewer' : `All ${all.length}`}
        </button>
      )}
    </section>
  );
}

function title({ order, board }: RecentMatch): string {
  const parts = [titleOf(order), board === OF_SEED ? '' : board, `seed ${order.seed}`];
  return parts.filter((part) => part !== '').join(' · ');
}

function line({ order, scores }: RecentMatch): string {
  return order.players.map((player, seat) => `${player.name} ${scores[seat]}`).join('  ');
}
