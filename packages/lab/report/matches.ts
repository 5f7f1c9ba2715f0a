import { type Html, html, percent, scroll, section } from './html.ts';
import { type ReportModel, type Surprise, standsIn } from './model.ts';

/** The matches that can be watched, by id, each with the round in which the surprising result was decided. */
export type WatchableMatches = ReadonlyMap<string, { readonly round: number }>;

/** @param watchable undefined if the page can't show matches */
export function surpriseList(
  { surprises, game }: ReportModel,
  watchable: WatchableMatches | undefined,
): Html | undefined {
  if (surprises.length === 0) return undefined;
  const how = 'Expectations are computed from the results of all matches between these bots. ';
  const note = watchable
    ? `${how}The link opens the round from which the unexpected order no longer changed.`
    : [how, 'The run stored no replays. With ', html`<code>--replays</code>`, ', you can watch the matches here.'];
  const items = surprises.map((surprise) => surpriseItem(surprise, watchable));
  return section(
    'surprises',
    'Most surprising matches',
    note,
    html`<ol class="surprises" data-game=${game}>${items}</ol>`,
  );
}

function surpriseItem({ line, above, below, chance }: Surprise, watchable: WatchableMatches | undefined): Html {
  const order = line.players
    .map((name, seat) => ({
      name: standsIn(line, seat) ? `${name} (stand-in)` : name,
      score: line.scores[seat],
      share: line.shares[seat],
    }))
    .sort((a, b) => b.share - a.share);
  const scores = order.map(({ name, score }, i) => [i === 0 ? '' : ', ', name, ' ', html`<b>${score}</b>`]);
  const where = `${line.board === `seed${line.seed}` ? 'board of' : `${line.board},`} seed ${line.seed}`;
  const round = watchable?.get(line.match)?.round;
  const link =
    round === undefined
      ? html`<span class="watch none">won in round ${line.decided} of ${line.rounds}</span>`
      : html`<a class="watch" href=${`#watch=${encodeURIComponent(line.match)}&round=${round}`}>Watch from round ${round}</a>`;
  const odds = percent(chance, chance < 0.1 ? 1 : 0);
  return html`
    <li>
      <p class="odds"><b>${above}</b> above <b>${below}</b>, expected in ${odds}</p>
      <p>${scores}</p>
      <p class="where">${where} · match ${line.match} ${link}</p>
    </li>
  `;
}

const MAX_FAULTS = 40;

export function faults({ faults: list, failures }: ReportModel): Html {
  if (list.length + failures.length === 0)
    return section('faults', 'Faults', 'No bot was disqualified, and every match has a result.');
  const rows = [
    ...list.map(({ line, name, what, sentence }) => [line.match, name, what, sentence]),
    ...failures.map((line) => [line.match, '', 'no result', line.failure ?? '']),
  ];
  const shown = rows.slice(0, MAX_FAULTS);
  const more = rows.length > shown.length ? ` The table shows the first ${shown.length}.` : '';
  return section(
    'faults',
    'Faults',
    `${rows.length} in all.${more}`,
    scroll(html`
      <table class="faults">
        <thead>
          <tr><th scope="col">match</th><th scope="col">player</th><th scope="col">what</th><th scope="col">why</th></tr>
        </thead>
        <tbody>${shown.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
      </table>
    `),
  );
}
