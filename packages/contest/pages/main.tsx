import { effect } from '@preact/signals';
import { type JSX, render } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Contest } from '../api/contest.ts';
import type { ContestRole } from '../api/roles.ts';
import { address, followLinks, matchPath } from './data/address.ts';
import { startClock } from './data/clock.ts';
import { followSight, onNews, watch } from './data/live.ts';
import { useLoad } from './data/load.ts';
import { everything } from './data/news.ts';
import { isOrganiser, may, mayMakeContests, me, refreshMe } from './data/session.ts';
import { followTheme } from './data/theme.ts';
import { followLocale, t } from './i18n/messages.ts';
import { Archived } from './parts/archived.ts';
import { Frame } from './parts/frame.tsx';
import { Page, Problem } from './parts/page.tsx';
import { Reveal } from './reveal/page.tsx';
import { Audit } from './views/audit.tsx';
import { Begin } from './views/begin.tsx';
import { Boards } from './views/boards.tsx';
import { Challenge } from './views/challenge.tsx';
import { ContestHome } from './views/contest.tsx';
import { EntrantPage } from './views/entrant.tsx';
import { Entrants } from './views/entrants.tsx';
import { Home } from './views/home.tsx';
import { Join } from './views/join.tsx';
import { Launch } from './views/launch.tsx';
import { Link } from './views/link.tsx';
import { Manage } from './views/manage.tsx';
import { MatchPage } from './views/match.tsx';
import { Matches } from './views/matches.tsx';
import { MePage } from './views/me.tsx';
import { Mine } from './views/mine.tsx';
import { NewContest } from './views/new-contest.tsx';
import { People } from './views/people.tsx';
import { LearningPlatform } from './views/platform.tsx';
import { Privacy } from './views/privacy.tsx';
import { Roster } from './views/roster.tsx';
import { RosterCodes } from './views/roster-codes.tsx';
import { RoundPage } from './views/round.tsx';
import { Rounds } from './views/rounds.tsx';
import { SignIn } from './views/sign-in.tsx';
import { Similar } from './views/similar.tsx';
import { SubmissionPage } from './views/submission.tsx';
import { Wins } from './views/wins.tsx';
import { Workers } from './views/workers.tsx';
import './styles/contest.css';

type Params = Readonly<Record<string, string>>;

/** Pages of the whole server. */
const PAGES: Readonly<Record<string, () => JSX.Element>> = {
  '/': Home,
  '/join': Join,
  '/sign-in': SignIn,
  '/link': Link,
  '/launch': Launch,
  '/me': MePage,
  '/privacy': Privacy,
};
/** Pages for organisers. */
const ORGANISER_PAGES: Readonly<Record<string, () => JSX.Element>> = {
  '/organise/people': People,
  '/organise/workers': Workers,
  '/organise/audit': Audit,
};

const NEW_CONTEST = '/organise/new';

interface ContestPageProps {
  readonly contest: Contest;
  readonly params: Params;
  reload(): Promise<void>;
}

/** Pages of a contest, below `/c/NAME`. */
const CONTEST_PAGES: Readonly<Record<string, (of: ContestPageProps) => JSX.Element>> = {
  '': ({ contest }) => <ContestHome contest={contest} />,
  '/begin': ({ contest }) => <Begin contest={contest} />,
  '/mine': ({ contest }) => <Mine contest={contest} />,
  '/submissions/:number': ({ contest, params }) => <SubmissionPage contest={contest} number={Number(params.number)} />,
  '/matches': ({ contest }) => <Matches contest={contest} />,
  '/matches/:match': ({ contest, params }) => <MatchPage contest={contest} match={Number(params.match)} />,
  '/entrants/:entrant': ({ contest, params }) => <EntrantPage contest={contest} entrant={Number(params.entrant)} />,
  '/wins': ({ contest }) => <Wins contest={contest} />,
  '/challenge': ({ contest }) => <Challenge contest={contest} />,
  '/boards': ({ contest }) => <Boards contest={contest} />,
  '/rounds': ({ contest }) => <Rounds contest={contest} />,
  '/rounds/:round': ({ contest, params }) => <RoundPage contest={contest} round={Number(params.round)} />,
  '/rounds/:round/reveal': ({ contest, params }) => <Reveal contest={contest} round={Number(params.round)} />,
};
/** Pages for a contest's staff, with the role that each page requires. */
const MANAGE_PAGES: Readonly<Record<string, readonly [ContestRole, (of: ContestPageProps) => JSX.Element]>> = {
  '/manage': ['observer', (of) => <Manage {...of} task="people" />],
  '/manage/matches': ['owner', (of) => <Manage {...of} task="matches" />],
  '/manage/dates': ['owner', (of) => <Manage {...of} task="dates" />],
  '/manage/log': ['observer', (of) => <Manage {...of} task="log" />],
  '/manage/end': ['owner', (of) => <Manage {...of} task="end" />],
  '/roster': ['assistant', ({ contest }) => <Roster contest={contest} />],
  '/roster/codes': ['assistant', ({ contest }) => <RosterCodes contest={contest} />],
  '/platform': ['assistant', ({ contest }) => <LearningPlatform contest={contest} />],
  '/entrants': ['observer', ({ contest }) => <Entrants contest={contest} />],
  '/similar': ['owner', ({ contest }) => <Similar contest={contest} />],
};

function find<T>(pages: Readonly<Record<string, T>>, path: string, below = ''): [T, Params] | undefined {
  for (const [pattern, page] of Object.entries(pages)) {
    const params = matchPath(`${below}${pattern}`, path);
    if (params) return [page, params];
  }
  return undefined;
}

function App(): JSX.Element {
  const { path } = address.value;
  const slug = /^\/c\/([^/]+)/.exec(path)?.[1];
  // The visible parts of the contest depend on the user.
  const contest = useLoad('contest', slug === undefined || !me.value ? undefined : { params: { contest: slug } }, [
    'contest',
  ]);
  const who = me.value?.person?.id;
  useEffect(() => {
    if (slug !== undefined) void contest.reload();
  }, [who, me.value?.entrants.length]);
  const known = contest.value?.slug;
  useEffect(() => {
    watch(known);
  }, [known]);
  return (
    <Frame contest={contest.value} bare={path.endsWith('/reveal')}>
      {slug === undefined ? <OwnPage path={path} /> : <ContestPage path={path} slug={slug} contest={contest} />}
    </Frame>
  );
}

function OwnPage({ path }: { path: string }): JSX.Element | null {
  const [Found] = find(PAGES, path) ?? [];
  if (Found) return <Found />;
  const [ForOrganisers] = find(ORGANISER_PAGES, path) ?? [];
  if (!ForOrganisers && path !== NEW_CONTEST) return <Missing />;
  if (me.value === undefined) return null;
  if (!ForOrganisers) return mayMakeContests.value ? <NewContest /> : <Denied />;
  return isOrganiser.value ? <ForOrganisers /> : <Denied />;
}

function ContestPage(props: {
  path: string;
  slug: string;
  contest: ReturnType<typeof useLoad<'contest'>>;
}): JSX.Element | null {
  const { contest, path } = props;
  if (!contest.value)
    return contest.problem ? (
      <Page title={t('contest')} narrow>
        <Problem problem={contest.problem} />
        <ToContests />
      </Page>
    ) : null;
  const below = `/c/${props.slug}`;
  const of = { contest: contest.value, reload: contest.reload };
  const [found, params = {}] = find(CONTEST_PAGES, path, below) ?? [];
  const isArchived = contest.value.archived !== null;
  // The key replaces the whole page when the path changes, so that no state is kept.
  if (found)
    return (
      <Archived.Provider value={isArchived}>
        <div key={path}>{found({ ...of, params })}</div>
      </Archived.Provider>
    );
  const [managing, given = {}] = find(MANAGE_PAGES, path, below) ?? [];
  if (!managing) return <Missing />;
  const [needed, page] = managing;
  if (!may(props.slug, needed)) return <Denied />;
  return <Archived.Provider value={isArchived}>{page({ ...of, params: given })}</Archived.Provider>;
}

const ToContests = (): JSX.Element => (
  <p>
    <a href="/">{t('missing.home')}</a>
  </p>
);

function Missing(): JSX.Element {
  return (
    <Page title={t('missing')} narrow>
      <ToContests />
    </Page>
  );
}

function Denied(): JSX.Element {
  const code = me.value?.person ? 'not-allowed' : 'sign-in';
  return (
    <Page title={t('organise')} narrow>
      <Problem problem={{ code, message: t('denied') }} />
      <ToContests />
    </Page>
  );
}

followTheme();
followLocale();
followLinks();
followSight();
startClock();
// Reloads the user's data, since the user may have been approved, or the user's deadline may have been extended. Random
// delays spread the requests of all pages.
onNews(['contest'], everything, () => setTimeout(() => void refreshMe().catch(() => {}), 200 + 700 * Math.random()));
effect(() => {
  document.body.classList.toggle('signed-in', me.value?.person != null);
});
refreshMe().catch(() => {
  // The server doesn't reply yet. The page is shown anyway, because its own requests show the error to the user.
  me.value = { person: null, entrants: [], roles: [], now: new Date().toISOString() };
});
render(<App />, document.getElementById('contest')!);
