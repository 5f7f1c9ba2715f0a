import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { Contest } from '../../api/contest.ts';
import type { roundForm } from '../../api/rounds.ts';
import type { ReplyOf } from '../../api/routes.ts';
import type { FormatTerms } from '../../rounds/terms.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { markRuleOf, SOURCES, type Source } from '../data/mark-rule.ts';
import { oneSize } from '../data/one-size.ts';
import { instantOf } from '../data/phase.ts';
import { t } from '../i18n/messages.ts';
import { seatsText } from '../i18n/seats-text.ts';
import { Check, Choice, Field, Form, Group, type Values } from '../parts/form.tsx';
import { Card, Shown } from '../parts/page.tsx';
import { ServerClock } from '../parts/when.tsx';
import { MarkFields } from './mark-fields.tsx';

const FORMATS = ['last-out', 'knock-out', 'round-robin', 'swiss'] as const satisfies readonly FormatTerms['kind'][];

/** The form in which an organiser plans a round. */
export function NewRound(props: { contest: Contest; onMade(): Promise<void> }): JSX.Element {
  const { contest } = props;
  const [format, setFormat] = useState<FormatTerms['kind']>('last-out');
  const [marks, setMarks] = useState<Source>('none');
  const loaded = useLoad('boards', { params: { contest: contest.slug } }, ['board']);
  return (
    <Card title={t('round.new')}>
      <Form
        submit={t('round.plan')}
        onSubmit={async (values, all) => {
          const body: z.input<typeof roundForm> = {
            title: values.title,
            format: formatOf(format, values),
            boards: all.getAll('boards').filter((each): each is string => typeof each === 'string'),
            playOn: Number(values.playOn),
            order: values.order === 'drawn' ? 'drawn' : 'given',
            marks: markRuleOf(marks, values),
            deadline: instantOf(values.deadline) ?? '',
            lateUntil: instantOf(values.lateUntil),
            late: values.replaces === 'replaces' ? 'replaces' : 'only without',
            counts: values.counts === 'scores' ? 'scores' : 'places',
          };
          await ask('announceRound', { params: { contest: contest.slug }, body });
          await props.onMade();
        }}
      >
        <div class="fields">
          <Field label={t('contest.title')} name="title" required maxLength={100} />
          <Field label={t('round.deadline')} name="deadline" type="datetime-local" required hint={<ServerClock />} />
          <Field label={t('round.late-until')} name="lateUntil" type="datetime-local" hint={t('round.late-hint')} />
          <Choice
            label={t('round.replaces')}
            name="replaces"
            options={[
              ['only without', t('round.replaces-no')],
              ['replaces', t('round.replaces-yes')],
            ]}
          />
          <Choice
            label={t('round.counts')}
            name="counts"
            options={[
              ['places', t('round.counts-places')],
              ['scores', t('round.counts-scores')],
            ]}
          />
          <Choice
            label={t('round.format')}
            name="format"
            value={format}
            onChange={(value) => setFormat(value as FormatTerms['kind'])}
            options={FORMATS.map((each) => [each, t(`format.${each}`)] as const)}
          />
          <Whole
            label={format === 'last-out' ? t('round.matches-all') : t('round.matches-table')}
            name="matches"
            value={format === 'last-out' ? 8 : 4}
          />
          {format === 'last-out' && (
            <>
              <Whole label={t('round.out')} name="out" value={1} />
              <Whole label={t('round.out-percent')} name="outPercent" value={0} min={0} max={50} />
            </>
          )}
          {format === 'knock-out' && <Whole label={t('round.lives')} name="lives" value={1} max={2} />}
          {format === 'swiss' && <Whole label={t('round.stages')} name="stages" value={5} />}
          {(format === 'swiss' || format === 'round-robin') && (
            <Whole label={t('round.decides')} name="decides" value={3} />
          )}
          <Whole label={t('round.play-on')} name="playOn" value={20} min={0} max={20} />
          <Choice
            label={t('round.order')}
            name="order"
            options={[
              ['given', t('round.order-given')],
              ['drawn', t('round.order-drawn')],
            ]}
          />
          <Choice
            label={t('round.marks')}
            name="source"
            value={marks}
            onChange={(value) => setMarks(value as Source)}
            options={SOURCES.map((each) => [each, t(`marks.${each}`)] as const)}
          />
          {marks !== 'none' && <MarkFields key={marks} source={marks} />}
        </div>
        <Shown of={loaded}>{(boards) => <BoardsOf boards={boards.filter(({ state }) => state === 'in')} />}</Shown>
      </Form>
    </Card>
  );
}

/** At first those are chosen that a round can be played on together. */
function BoardsOf({ boards }: { boards: ReplyOf<'boards'> }): JSX.Element {
  const usual = oneSize(boards);
  const differ = usual.length < boards.length;
  return (
    <Group class="checks" label={t('contest.boards')} name="boards">
      {boards.map((board) => (
        <Check
          key={board.id}
          label={board.name}
          name="boards"
          value={board.name}
          checked={usual.includes(board)}
          {...(differ && { hint: seatsText(board) })}
        />
      ))}
    </Group>
  );
}

function Whole(props: { label: string; name: string; value: number; min?: number; max?: number }): JSX.Element {
  const { label, name, value, min = 1, max = 10_000 } = props;
  return <Field label={label} name={name} type="number" required value={value} min={String(min)} max={String(max)} />;
}

function formatOf(kind: FormatTerms['kind'], values: Values): FormatTerms {
  const n = (name: string) => Number(values[name]);
  const matches = n('matches');
  switch (kind) {
    case 'last-out':
      return { kind, matches, out: n('out'), outPercent: n('outPercent') };
    case 'knock-out':
      return { kind, matches, lives: n('lives') === 2 ? 2 : 1 };
    case 'round-robin':
      return { kind, matches, decides: n('decides') };
    case 'swiss':
      return { kind, stages: n('stages'), matches, decides: n('decides') };
  }
}
