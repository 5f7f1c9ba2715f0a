import type { JSX } from 'preact';
import type { RecentMatch } from '../data/recent.ts';
import { GAME_CHOICES, recent } from './state.ts';

/** The matches that this browser keeps. */
export function Recent(props: {
  onWatch(match: RecentMatch): void;
  onAgain(match: RecentMatch): void;
  onDownload(match: RecentMatch): void;
  onForget(match: RecentMatch): void;
}): JSX.Element | null {
  if (recent.value.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="recent-title">
      <h2 id="recent-title">Recent matches</h2>
      <ul>
        {recent.value.map((match) => (
          <li key={match.at}>
            <button type="button" class="watch" onClick={() => props.onWatch(match)}>
              <strong>{title(match)}</strong>
              <span>{line(match)}</span>
            </button>
            <div class="actions">
              <button type="button" class="quiet" onClick={() => props.onAgain(match)}>
                Another seed
              </button>
              <button type="button" class="quiet" onClick={() => props.onDownload(match)}>
                Download
              </button>
              <button type="button" class="quiet" aria-label="Forget this match" onClick={() => props.onForget(match)}>
                ✕
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function title({ order, board }: RecentMatch): string {
  return `${GAME_CHOICES.find((each) => each.id === order.game)?.title ?? order.game} · ${board} · seed ${order.seed}`;
}

function line({ order, scores }: RecentMatch): string {
  return order.players.map((player, seat) => `${player.name} ${scores[seat]}`).join('  ');
}
