import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import type { MatchLine } from '../../api/submissions.ts';
import { MATCH_KINDS, type MatchKind, matchState } from '../../words.ts';
import { address, go } from '../data/address.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Choice } from '../parts/form.tsx';
import { MatchList } from '../parts/matches.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Card, Empty, Page, Shown } from '../parts/page.tsx';

const PAGE = 30;

/** The filter for the list of matches, which is stored in the address. */
interface Filter {
  readonly entrant?: number;
  readonly version?: number;
  readonly board?: string;
  readonly kind?: MatchKind;
  readonly state?: MatchLine['state'];
}

function filterOf(query: URLSearchParams): Filter {
  const whole = (name: string) => {
    const text = query.get(name);
    return text !== null && /^\d{1,9}$/.test(text) ? { [name]: Number(text) } : {};
  };
  const kind = MATCH_KINDS.find((each) => each === query.get('kind'));
  // By default, only finished matches are listed.
  const state = matchState.options.find((each) => each === (query.get('state') ?? 'done'));
  const board = query.get('board');
  return {
    ...whole('entrant'),
    ...whole('version'),
    ...(board && { board }),
    ...(kind && { kind }),
    ...(state && { state }),
  };
}

/** A list of matches, with filters for entrant, version, board, kind, and state. */
export function Matches({ contest }: { contest: Contest }): JSX.Element {
  return (
    <Page title={t('tab.matches')}>
      <FilteredMatches contest={contest} />
    </Page>
  );
}

/** The message for an empty list: the reason why no match is shown, and a link to the page to go to next. */
function None({ contest, filter }: { contest: Contest; filter: Filter }): JSX.Element {
  const { state, ...others } = filter;
  const isNarrow = Object.keys(others).length > 0 || (state !== undefined && state !== 'done');
  if (isNarrow) return <Empty text={t('matches.none')} to={location.pathname} label={t('matches.clear')} />;
  if (contest.waiting > 0)
    return <Empty text={t('matches.none-yet')} to="?state=queued" label={t('matches.waiting')} />;
  return <Nothing contest={contest} text={t('matches.none-yet')} />;
}

export function FilteredMatches(props: { contest: Contest; entrant?: number }): JSX.Element {
  const { contest } = props;
  const chosen = filterOf(address.value.query);
  const filter = { ...chosen, ...(props.entrant !== undefined && { entrant: props.entrant }) };
  const query = { ...filter, limit: PAGE };
  const entrants = useLoad('entrants', { params: { contest: contest.slug } });
  const first = useLoad('matches', { params: { contest: contest.slug }, query }, ['match', 'submission']);
  const key = JSON.stringify(filter);
  const [more, setMore] = useState<{ key: string; matches: readonly MatchLine[]; done: boolean }>();
  const older = more?.key === key ? more : { matches: [], done: false };
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(address.peek().query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    const text = next.toString();
    go(`${location.pathname}${text === '' ? '' : `?${text}`}`, { replace: true });
  };
  const all = [...(first.value ?? []), ...older.matches];
  const known = new Map(all.map((match) => [match.number, match]));
  return (
    <Card title={props.entrant === undefined ? undefined : t('tab.matches')}>
      <search class="filters">
        {props.entrant === undefined && (
          <Choice
            label={t('entrant')}
            name="entrant"
            value={String(chosen.entrant ?? '')}
            onChange={(value) => set('entrant', value)}
            options={[
              ['', t('any')],
              ...(entrants.value ?? []).map(({ number, name }) => [String(number), name] as const),
            ]}
          />
        )}
        <Choice
          label={t('board')}
          name="board"
          value={chosen.board ?? ''}
          onChange={(value) => set('board', value)}
          options={[['', t('any')], ...contest.boards.map((name) => [name, name] as const)]}
        />
        <Choice
          label={t('kind')}
          name="kind"
          value={chosen.kind ?? ''}
          onChange={(value) => set('kind', value)}
          options={[['', t('any')], ...MATCH_KINDS.map((each) => [each, t(`kind.${each}`)] as const)]}
        />
        <Choice
          label={t('state')}
          name="state"
          value={chosen.state ?? 'any'}
          onChange={(value) => set('state', value)}
          options={[['any', t('any')], ...matchState.options.map((each) => [each, t(`match.${each}`)] as const)]}
        />
        {chosen.version !== undefined && (
          <button type="button" class="chip" onClick={() => set('version', '')}>
            {t('version', { n: String(chosen.version) })} ✕
          </button>
        )}
      </search>
      <Shown of={first}>
        {() => (
          <MatchList
            contest={contest}
            matches={[...known.values()]}
            none={<None contest={contest} filter={chosen} />}
          />
        )}
      </Shown>
      {first.value?.length === PAGE && !older.done && (
        <p class="more">
          <Action
            ofArchived
            run={async () => {
              const before = Math.min(...all.map(({ number }) => number));
              const next = await ask('matches', {
                params: { contest: contest.slug },
                query: { ...query, before },
              });
              setMore({ key, matches: [...older.matches, ...next], done: next.length < PAGE });
            }}
          >
            {t('more')}
          </Action>
        </p>
      )}
    </Card>
  );
}
