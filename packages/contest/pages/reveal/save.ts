import { saveFile } from '@ludus/viewer/save-file.ts';
import { ask as askText } from '../../api/client.ts';
import { decisiveOf, SHOW_SCRIPT, type ShownMatch, showPage } from '../../finals/show-page.ts';
import { ask } from '../data/ask.ts';
import type { ShownContest } from './shown.tsx';

/** Saves a reveal as one HTML file that needs no server. */
export async function saveReveal(
  { slug, title: contest, gameTitle: game }: ShownContest,
  round: number,
): Promise<void> {
  const params = { contest: slug, round };
  const [script, { title, standing }, steps] = await Promise.all([
    fetch(`/${SHOW_SCRIPT}`).then((answer) => answer.text()),
    ask('round', { params }),
    ask('reveal', { params }),
  ]);
  const matches: ShownMatch[] = [];
  for (const match of decisiveOf(steps)) {
    const params = { contest: slug, match };
    const { seats, watchable } = await ask('match', { params });
    if (!watchable) continue;
    const replay = await (await askText({}, 'replay', { params })).text();
    matches.push({ match, names: seats.map(({ name }) => name), replay });
  }
  const page = showPage({ slug, contest, game, title, steps, standing, matches }, script);
  await saveFile(`${slug}-round-${round}.html`, new Blob([page], { type: 'text/html' }));
}
