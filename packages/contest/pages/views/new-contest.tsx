import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { go } from '../data/address.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { t } from '../i18n/messages.ts';
import { Choice, Form, Group, Radio } from '../parts/form.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { Banner } from '../parts/seat.tsx';
import { ServerClock } from '../parts/when.tsx';
import {
  BoardFields,
  type ContestInput,
  DateFields,
  datesOf,
  type Game,
  LanguageFields,
  LimitFields,
  matchesOf,
  WatchFields,
} from './contest-fields.tsx';
import { SlugField, TitleField } from './name-fields.tsx';

/** The form for creating a contest; empty fields get the game's defaults. */
export function NewContest(): JSX.Element {
  const games = useLoad('games', {});
  return (
    <Page title={t('contest.new')} about={<ServerClock />}>
      <Shown of={games}>{(all) => <NewForm games={all.filter(({ boards }) => boards.length > 0)} />}</Shown>
    </Page>
  );
}

function NewForm({ games }: { games: readonly Game[] }): JSX.Element {
  const [chosen, choose] = useState(games[0]?.id);
  const [title, setTitle] = useState('');
  const game = games.find(({ id }) => id === chosen) ?? games[0];
  if (!game) return <p class="empty">{t('contest.no-games')}</p>;
  return (
    <Form
      class="wide"
      submit={t('contest.make')}
      onSubmit={async (values, all) => {
        const body: ContestInput = {
          ...matchesOf(values, all),
          ...datesOf(values),
          title: values.title.trim(),
          slug: values.slug,
          game: game.id,
        };
        if (values.revision) body.revision = values.revision;
        const made = await ask('makeContest', { body });
        go(`/c/${made.slug}/manage`);
      }}
    >
      <Card title={t('contest')}>
        <div class="form">
          <TitleField title={title} placeholder={game.title} onInput={setTitle} />
          <Group class="games" label={t('game')} name="game">
            {games.map((each) => (
              <label key={each.id} class="game">
                <input type="radio" name="game" checked={each === game} onChange={() => choose(each.id)} />
                <Banner game={each.id} title={each.title} />
              </label>
            ))}
          </Group>
          <LanguageFields key={`languages ${game.id}`} game={game} />
        </div>
      </Card>
      <DateFields />
      <Card title={t('contest.joining')}>
        <Group label={t('contest.joining')} name="approval" unseen>
          <Radio label={t('contest.joining-code')} name="approval" value="" checked />
          <Radio label={t('contest.joining-approval')} name="approval" value="1" hint={t('contest.approval-hint')} />
        </Group>
      </Card>
      <details class="card">
        <summary>
          <h2>{t('contest.more')}</h2>
          <span class="hint">{t('contest.more-hint', { name: game.gatekeeper })}</span>
        </summary>
        <div class="form">
          <div class="fields">
            <SlugField title={title} />
            {game.revisions.length > 0 && (
              <Choice
                key={game.id}
                label={t('contest.revision')}
                name="revision"
                value={game.revisions[0]}
                options={game.revisions.map((id) => [id, id] as const)}
              />
            )}
          </div>
          <WatchFields />
          <BoardFields key={`boards ${game.id}`} game={game} />
          <LimitFields key={`limits ${game.id}`} game={game} />
        </div>
      </details>
    </Form>
  );
}
