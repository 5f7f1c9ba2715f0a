import { type JSX, render } from 'preact';
import type { RevealData } from '../finals/show-page.ts';
import { followTheme } from './data/theme.ts';
import { followLocale, t } from './i18n/messages.ts';
import { ReplayFrame } from './parts/replay-frame.tsx';
import { windowWire } from './reveal/presenter.ts';
import { RevealStage } from './reveal/stage.tsx';
import style from './styles/contest.css?inline';

/** The reveal of one final, in a page that contains all its data (`showPage`). */
function SavedReveal({ show }: { show: RevealData }): JSX.Element {
  const { slug, contest, game, title, steps, standing } = show;
  return (
    <main id="page" class="bare">
      <RevealStage
        contest={{ slug, title: contest, gameTitle: game }}
        {...{ title, steps, standing }}
        isNotes={new URLSearchParams(location.search).has('notes')}
        wire={windowWire}
        play={(match) => <SavedMatch show={show} match={match} />}
      />
    </main>
  );
}

function SavedMatch({ show, match }: { show: RevealData; match: number }): JSX.Element {
  const found = show.matches.find((each) => each.match === match);
  if (!found) return <p class="hint">{t('reveal.no-replay')}</p>;
  return (
    <ReplayFrame
      match={String(match)}
      open={(viewer) => viewer.load(found.replay, `${show.slug}-${match}`, found.names)}
      onReady={(handle) => handle.play()}
    />
  );
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets = [sheet];
followTheme();
followLocale();
const show = JSON.parse(document.getElementById('data')!.textContent!) as RevealData;
render(<SavedReveal show={show} />, document.getElementById('show')!);
