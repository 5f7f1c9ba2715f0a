import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { z } from 'zod';
import type { Contest } from '../../api/contest.ts';
import type { roundForm } from '../../api/rounds.ts';
import type { ReplyOf } from '../../api/routes.ts';
import type { FormatTerms } from '../../rounds/terms.ts';
import { ask, problemOf } from '../data/ask.ts';
import { now } from '../data/clock.ts';
import { useLoad } from '../data/load.ts';
import { markRuleOf, SOURCES, type Source } from '../data/mark-rule.ts';
import { oneSize } from '../data/one-size.ts';
import { instantOf } from '../data/phase.ts';
import { type Key, t } from '../i18n/messages.ts';
import { seatsText } from '../i18n/seats-text.ts';
import { Check, Choice, Field, Form, Group, type Values } from '../parts/form.tsx';
import { Card, Shown } from '../parts/page.tsx';
import { ServerClock } from '../parts/when.tsx';
import { local } from './contest-fields.tsx';
import { Forecast } from './forecast.tsx';
import { MarkFields } from './mark-fields.tsx';

type Kind = FormatTerms['kind'];
const FORMATS = ['last-out', 'knock-out', 'round-robin', 'swiss'] as const satisfies readonly Kind[];
const STEPS = ['round.step-format', 'round.step-boards', 'round.step-dates'] as const satisfies readonly Key[];
const LAST = STEPS.length - 1;
/** The fields of the second step. If the server rejects a field, the form returns to the field's step. */
const ON_BOARDS = /^(?:boards|format|playOn|order|fillers)\b/;

/** The form for planning a final, in three steps. */
export function NewRound(props: { contest: Contest; cancel(): void; onMade(): Promise<void> }): JSX.Element {
  const { contest } = props;
  const [step, setStep] = useState(0);
  const [format, setFormat] = useState<Kind>('last-out');
  const [marks, setMarks] = useState<Source>('evenly');
  const [asked, setAsked] = useState<Parameters<typeof Forecast>[0]['of']>();
  const steps = useRef<HTMLDivElement>(null);
  const loaded = useLoad('boards', { params: { contest: contest.slug } }, ['board']);
  const [takesLate, setTakesLate] = useState(false);
  const look = () => {
    setAsked(step === 0 ? undefined : askedOf(format, steps.current, loaded.value));
    setTakesLate(Boolean(steps.current?.querySelector<HTMLInputElement>('[name="lateUntil"]')?.value));
  };
  useEffect(look, [step, format, loaded.value]);
  const before = useRef(step);
  useLayoutEffect(() => {
    if (before.current !== step) steps.current?.querySelector<HTMLElement>('.step:not([hidden]) input')?.focus();
    before.current = step;
  }, [step]);
  const plan = async (values: Values, all: FormData) => {
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
    try {
      await ask('announceRound', { params: { contest: contest.slug }, body });
    } catch (error) {
      if (ON_BOARDS.test(problemOf(error).field ?? '')) setStep(1);
      throw error;
    }
    await props.onMade();
  };
  return (
    <Card title={t('round.new')}>
      <ol class="form-steps">
        {STEPS.map((each, at) => (
          <li key={each} aria-current={at === step ? 'step' : undefined}>
            {t(each)}
          </li>
        ))}
      </ol>
      <Form
        submit={t(step < LAST ? 'reveal.next' : 'round.plan')}
        beside={
          <>
            {step > 0 && (
              <button type="button" onClick={() => setStep(step - 1)}>
                {t('reveal.back')}
              </button>
            )}
            <button type="button" class="quiet" onClick={props.cancel}>
              {t('cancel')}
            </button>
          </>
        }
        onSubmit={async (values, all) => (step < LAST ? setStep(step + 1) : await plan(values, all))}
      >
        <div ref={steps} onInput={look} onChange={look}>
          <Step at={0} now={step}>
            <Group label={t('round.format')} name="format" unseen>
              {FORMATS.map((each) => (
                <label key={each} class="check">
                  <input type="radio" name="kind" checked={each === format} onChange={() => setFormat(each)} />
                  <span>
                    {t(`format.${each}`)}
                    <small>{t(`format-hint.${each}`)}</small>
                  </span>
                </label>
              ))}
            </Group>
          </Step>
          <Step at={1} now={step}>
            <Shown of={loaded}>{(boards) => <BoardsOf boards={boards.filter(({ state }) => state === 'in')} />}</Shown>
            <FormatFields format={format} key={format} />
          </Step>
          <Step at={2} now={step}>
            <DateFields contest={contest} />
            <div class="fields">
              <Choice
                label={t('round.counts')}
                name="counts"
                options={[
                  ['places', t('round.counts-places')],
                  ['scores', t('round.counts-scores')],
                ]}
              />
              <Choice
                label={t('round.marks')}
                name="source"
                value={marks}
                onChange={(value) => setMarks(value as Source)}
                options={SOURCES.map((each) => [each, t(`marks.${each}`)] as const)}
                hint={t('marks.hint')}
              />
              {marks !== 'none' && <MarkFields key={marks} source={marks} late={takesLate} />}
            </div>
          </Step>
        </div>
        {asked && <Forecast contest={contest.slug} of={asked} />}
      </Form>
    </Card>
  );
}

/** A step of the form. The fields of later steps are neither checked nor sent. */
function Step(props: { at: number; now: number; children: JSX.Element | JSX.Element[] }): JSX.Element {
  const { at, now } = props;
  return (
    <fieldset class="step" hidden={at !== now} disabled={at > now}>
      <legend class="visually-hidden">{t(STEPS[at])}</legend>
      {props.children}
    </fieldset>
  );
}

/** The fields that the chosen format needs, with a default number of matches. */
function FormatFields({ format }: { format: Kind }): JSX.Element {
  return (
    <>
      <div class="fields">
        <Whole
          label={format === 'last-out' ? t('round.matches-all') : t('round.matches-table')}
          name="matches"
          value={format === 'last-out' ? 8 : 4}
          max={400}
        />
        {format === 'last-out' && (
          <>
            <Whole label={t('round.out')} name="out" value={1} />
            <Whole label={t('round.out-percent')} name="outPercent" value={0} min={0} max={50} />
          </>
        )}
        {format === 'knock-out' && <Whole label={t('round.lives')} name="lives" value={1} max={2} />}
        {format === 'swiss' && <Whole label={t('round.stages')} name="stages" value={5} max={100} />}
        {(format === 'swiss' || format === 'round-robin') && (
          <Whole label={t('round.decides')} name="decides" value={3} />
        )}
      </div>
      <details>
        <summary>{t('round.ties')}</summary>
        <div class="fields">
          <Whole label={t('round.play-on')} name="playOn" value={20} min={0} max={20} />
          <Choice
            label={t('round.order')}
            name="order"
            options={[
              ['given', t('round.order-given')],
              ['drawn', t('round.order-drawn')],
            ]}
          />
        </div>
      </details>
    </>
  );
}

/** The date fields. The default deadline is the contest's end, if the end is in the future. */
function DateFields({ contest: { closes } }: { contest: Contest }): JSX.Element {
  const end = closes !== null && Date.parse(closes) > now.value ? local(closes) : '';
  return (
    <>
      <div class="fields">
        <Field label={t('contest.title')} name="title" required maxLength={100} value={t('round.usual-title')} />
        <Field
          label={t('round.deadline')}
          name="deadline"
          type="datetime-local"
          required
          value={end}
          hint={<ServerClock />}
        />
      </div>
      <details>
        <summary>{t('round.late-ones')}</summary>
        <div class="fields wide">
          <Field label={t('round.late-until')} name="lateUntil" type="datetime-local" hint={t('round.late-hint')} />
          <Choice
            label={t('round.replaces')}
            name="replaces"
            options={[
              ['only without', t('round.replaces-no')],
              ['replaces', t('round.replaces-yes')],
            ]}
          />
        </div>
      </details>
    </>
  );
}

/** The fields for boards. By default, boards that can be in the same round are selected. */
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

/** Reads the format and the first chosen board from the fields; undefined if a field is invalid. */
function askedOf(kind: Kind, steps: HTMLElement | null, boards: ReplyOf<'boards'> | undefined) {
  const form = steps?.closest('form');
  if (!form || ![...form.querySelectorAll<HTMLInputElement>('[type="number"]')].every((each) => each.validity.valid))
    return undefined;
  const all = new FormData(form);
  const board = boards?.find(({ name, state }) => state === 'in' && name === all.get('boards'));
  const values = Object.fromEntries(
    [...all].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  return board && { format: JSON.stringify(formatOf(kind, values)), board: board.id, playOn: Number(values.playOn) };
}

function formatOf(kind: Kind, values: Values): FormatTerms {
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
