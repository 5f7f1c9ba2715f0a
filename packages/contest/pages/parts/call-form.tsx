import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import type { Premiere } from '../../api/premieres.ts';
import { ask, problemOf } from '../data/ask.ts';
import { keep, readKept } from '../data/browser-storage.ts';
import { keepCall, type OwnCall, ownCall, ownSecret } from '../data/caller.ts';
import { many, t } from '../i18n/messages.ts';
import { Action } from './action.tsx';
import { sentence } from './problem.tsx';
import { Seat } from './seat.tsx';

/** The latest call from this browser, by contest; kept for the next visit. */
const calls = signal<Readonly<Record<string, OwnCall>>>({});

/** The number of the premiere that had started before this browser's call arrived. */
const late = signal<number>();

export const callIn = (contest: string): OwnCall | undefined => calls.value[contest] ?? ownCall(contest);

interface SeatedPlayer {
  readonly seat: number;
  readonly name: string;
}

/** Asks who will win. Each browser can make one call per premiere, without an account. */
export function CallForm(props: {
  contest: Contest;
  premiere: Premiere;
  sides: readonly (readonly [SeatedPlayer, ...SeatedPlayer[]])[];
  onCalled(): Promise<void>;
}): JSX.Element {
  const { contest, premiere, sides, onCalled } = props;
  const { slug } = contest;
  const [name, setName] = useState(readKept('nickname') ?? '');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const names = sides.map(([seat]) => seat.name);
  const own = callIn(slug);
  const call = async (side: number) => {
    const wish = name.trim();
    setWrong(undefined);
    const body = { premiere: premiere.number, side, caller: ownSecret(), ...(wish !== '' && { name: wish }) };
    const answer = await ask('callWinner', { params: { contest: slug }, body }).catch(async (error) => {
      const problem = problemOf(error);
      if (problem.code === 'premiere/over') {
        // The premiere's board then replaces this form.
        late.value = premiere.number;
        await onCalled();
        return;
      }
      if (!problem.code.startsWith('name/')) throw error;
      setWrong(sentence(problem));
      field.current?.focus();
    });
    if (!answer) return;
    const { caller } = answer;
    keep('nickname', wish);
    const made = { premiere: premiere.number, side, caller };
    keepCall(slug, made);
    calls.value = { ...calls.value, [slug]: made };
    await onCalled();
  };
  if (own?.premiere === premiere.number)
    return (
      <>
        <OwnCallLine contest={slug} premiere={premiere} names={names} />
        <ul class="plain call-counts">
          {sides.map(([seat], side) => (
            <li key={seat.seat}>
              <span>{seat.name}</span> <span class="hint">{many('call.many', premiere.calls[side])}</span>
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <fieldset class="call-form">
      <legend>{t('call.who')}</legend>
      <p class="call-buttons">
        {sides.map(([seat], side) => (
          <Action key={seat.seat} run={() => call(side)}>
            <Seat game={contest.game} seat={seat.seat} size={14} /> {seat.name}
          </Action>
        ))}
      </p>
      <label>
        {t('call.nickname')}{' '}
        <input
          ref={field}
          type="text"
          name="nickname"
          maxLength={24}
          autocomplete="off"
          value={name}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : id}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {wrong !== undefined && (
        <p class="problem" role="alert" id={id}>
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

/** This browser's own call of a premiere, and whether the call was right. */
export function OwnCallLine(props: {
  contest: string;
  premiere: Premiere;
  names: readonly string[];
}): JSX.Element | null {
  const { contest, premiere, names } = props;
  const own = callIn(contest);
  if (own?.premiere !== premiere.number)
    return late.value === premiere.number ? (
      <p class="own-call" role="status">
        {t('call.late')}
      </p>
    ) : null;
  const { seats } = premiere.match;
  const name = names[own.side];
  const best = Math.min(...seats.map(({ place }) => place ?? Number.POSITIVE_INFINITY));
  const isOver = Number.isFinite(best);
  const isRight = seats.some((seat) => seat.name === name && seat.place === best);
  return (
    <p class="own-call" role="status">
      {t(isOver ? (isRight ? 'call.right' : 'call.wrong') : 'call.yours', { name })}
    </p>
  );
}
