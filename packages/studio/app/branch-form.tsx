import { PERSON } from '@ludus/referee/hand.ts';
import { SeatMark } from '@ludus/viewer/icons.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { kitOf } from '../games/kits.ts';
import { viewOf } from '../games/views.ts';
import type { PlayerOrder } from '../match/order.ts';
import { HAND_CHOICE, handOf } from './hand.ts';
import { playOn } from './play.ts';
import { type BranchPoint, branching, own, playerOf, RECORDED, theme, usualAgain } from './state.ts';

/** The form that chooses the players who continue a match from one of its rounds. */
export function BranchForm({
  branching: { game, replay, told, names, round },
}: {
  branching: BranchPoint;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [from, setFrom] = useState(round);
  const [choices, setChoices] = useState<readonly string[]>(names.map(() => RECORDED));
  const [problem, setProblem] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const view = viewOf(game);
  const builtins = kitOf(game)?.players.map(({ name }) => name) ?? [];
  const owns = own.value.filter((player) => player.game === game);
  /**
   * Returns the choice for another seat when a person plays: a built-in bot if possible, and never the person again.
   */
  const othersOf = (choice: string, at: number): string =>
    choice !== RECORDED && choice !== HAND_CHOICE ? choice : usualAgain(game, names[at]);
  const close = () => {
    branching.value = undefined;
  };
  const playWith = (chosen: readonly string[]) => {
    const players: (PlayerOrder | undefined)[] = [];
    for (const choice of chosen) {
      const player = choice === RECORDED ? undefined : playerOf(game, choice);
      if (typeof player === 'string') return setProblem(player);
      players.push(player);
    }
    if (players.every((player) => player === undefined)) return setProblem('choose a new bot for at least one seat');
    playOn({ game, replay, told, round: from, players });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    playWith(choices);
  };
  /** The person keeps the seat that the person had in the match, or else gets the first seat. */
  const playYourself = () => {
    const before = names.findIndex((name) => name === PERSON || name.startsWith(`${PERSON}@`));
    const seat = Math.max(0, before);
    playWith(choices.map((choice, at) => (at === seat ? HAND_CHOICE : othersOf(choice, at))));
  };
  return (
    <dialog ref={dialog} class="branch" aria-labelledby="branch-title" onClose={close}>
      <form onSubmit={submit}>
        <h2 id="branch-title">Play on from here</h2>
        <p class="hint">
          The match stays the same up to that round. The new bots have seen every board from the start. The page shows
          the new match next to the original match.
        </p>
        <label class="branch-round">
          From round
          <input
            type="number"
            min="0"
            value={from}
            onInput={(event) => setFrom(Math.max(0, Math.trunc(Number(event.currentTarget.value) || 0)))}
          />
        </label>
        {names.map((name, seat) => (
          <label class="branch-seat" key={`${seat} ${name}`}>
            {view && <SeatMark path={view.seatShape(seat)} color={view.seatColor(seat, theme.value)} size={16} />}
            <span>{name}</span>
            <select
              aria-label={`Bot for seat ${seat}`}
              value={choices[seat]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setProblem(undefined);
                setChoices(
                  choices.map((choice, at) =>
                    at === seat ? value : value === HAND_CHOICE ? othersOf(choice, at) : choice,
                  ),
                );
              }}
            >
              <option value={RECORDED}>repeats its recorded moves</option>
              {handOf(game) && <option value={HAND_CHOICE}>You</option>}
              <optgroup label="Built-in bots">
                {builtins.map((each) => (
                  <option key={each} value={`builtin/${each}`}>
                    {each}
                  </option>
                ))}
              </optgroup>
              {owns.length > 0 && (
                <optgroup label="Your bots, current versions">
                  {owns.map((each) => (
                    <option key={each.name} value={`own/${each.name}`}>
                      {each.name}
                    </option>
                  ))}
                </optgroup>
              )}
            </select>
          </label>
        ))}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <p class="branch-buttons">
          <button type="submit" class="play">
            Play on
          </button>
          {handOf(game) && (
            <button type="button" onClick={playYourself}>
              Play on as yourself
            </button>
          )}
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}
