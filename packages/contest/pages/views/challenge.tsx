import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import { address, go } from '../data/address.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { sidesOf } from '../data/one-size.ts';
import { entrantIn } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Check, Choice, Field, Form, Group } from '../parts/form.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Card, Empty, Page, Shown } from '../parts/page.tsx';

/** The form for an unrated match against chosen opponents. */
export function Challenge({ contest }: { contest: Contest }): JSX.Element {
  const { slug } = contest;
  const entrants = useLoad('entrants', { params: { contest: slug } });
  const boards = useLoad('boards', { params: { contest: slug } });
  const [board, setBoard] = useState('');
  const playable = (boards.value ?? []).filter(({ state }) => state === 'in');
  const onto = playable.find(({ id }) => String(id) === board) ?? playable[0];
  const most = onto ? sidesOf(onto) - 1 : 1;
  const own = entrantIn(slug)?.number;
  const first = Number(address.value.query.get('against'));
  const [chosen, setChosen] = useState<readonly number[]>(first > 0 ? [first] : []);
  const [look, setLook] = useState('');
  const isLive = entrants.value?.some(({ number, live }) => number === own && live !== null);
  if (own === undefined || isLive === false)
    return (
      <Page title={t('challenge')} about={t('challenge.hint')} narrow>
        <Nothing contest={contest} text={t(own === undefined ? 'mine.not-in' : 'challenge.no-own')} />
      </Page>
    );
  return (
    <Page title={t('challenge')} about={t('challenge.hint')} narrow>
      <Card>
        <Form
          submit={t('challenge.play')}
          onSubmit={async () => {
            const { match } = await ask('challenge', {
              params: { contest: slug },
              body: { against: chosen.slice(-most), ...(board !== '' && { board: Number(board) }) },
            });
            go(`/c/${slug}/matches/${match}`);
          }}
        >
          <Choice
            label={t('board')}
            name="board"
            options={[['', t('any')], ...playable.map(({ id, name }) => [String(id), name] as const)]}
            value={board}
            onChange={setBoard}
          />
          <Group label={t('challenge.against', { most })} name="against">
            <Field
              label={t('challenge.look')}
              name="look"
              type="search"
              value={look}
              onInput={(event) => setLook(event.currentTarget.value)}
            />
            <Shown of={entrants}>
              {(all) => {
                const there = all.filter(({ number, live }) => live !== null && number !== own);
                const found = there.filter(({ name }) => name.toLowerCase().includes(look.toLowerCase()));
                return there.length === 0 ? (
                  <Empty text={t('challenge.none')} to={`/c/${slug}`} label={t('empty.ladder')} />
                ) : (
                  <div class="checks tall">
                    {found.map(({ number, name }) => (
                      <Check
                        key={number}
                        label={name}
                        name="against"
                        value={String(number)}
                        checked={chosen.slice(-most).includes(number)}
                        onChange={(on) => {
                          // If too many opponents are chosen, the first choice is removed.
                          const rest = chosen.filter((each) => each !== number);
                          setChosen(on ? [...rest, number].slice(-most) : rest);
                        }}
                      />
                    ))}
                  </div>
                );
              }}
            </Shown>
          </Group>
        </Form>
      </Card>
    </Page>
  );
}
