import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { go } from '../data/address.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { t } from '../i18n/messages.ts';
import { Choice, Form, Group } from '../parts/form.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { Banner } from '../parts/seat.tsx';
import { ServerClock } from '../parts/when.tsx';
import {
  BoardFields,
  type ContestInput,
  DateFields,
  datesOf,
  type Game,
  LimitFields,
  matchesOf,
} from './contest-fields.tsx';
import { NameFields } from './name-fields.tsx';

/** The organiser's form: what is not said is as the game has it. */
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
      <Card title={t('game')}>
        <Group class="games" label={t('game')} name="game" unseen>
          {games.map((each) => (
            <label key={each.id} class="game">
              <input type="radio" name="game" checked={each === game} onChange={() => choose(each.id)} />
              <Banner game={each.id} title={each.title} />
            </label>
          ))}
        </Group>
        {game.revisions.length > 0 && (
          <Choice
            key={game.id}
            label={t('contest.revision')}
            name="revision"
            value={game.revisions[0]}
            options={game.revisions.map((id) => [id, id] as const)}
          />
        )}
      </Card>
      <Card title={t('contest.name')}>
        <NameFields placeholder={game.title} />
      </Card>
      <BoardFields game={game} key={`boards ${game.id}`} />
      <DateFields />
      <LimitFields game={game} key={`limits ${game.id}`} />
    </Form>
  );
}
