import { doubtText, MATCHES_PER_GROUP, RUNG_PAIRS, rungDoubt } from '@ludus/lab/duels.ts';
import type { LadderOpponent } from 'ludus/kit.ts';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { HAND_CHOICE, handOf } from '../app/hand.ts';
import { playByHand } from '../app/play.ts';
import { seats } from '../app/state.ts';
import type { BotVersion, RungRecord } from '../data/versions.ts';
import { watchAgain } from '../duel/watch-again.ts';
import type { ClimbResult } from './climbing.ts';
import { Portrait } from './shared.tsx';

interface RungProps {
  readonly game: string;
  /** The opponent's place on the ladder, from 0 for the weakest. */
  readonly rung: number;
  readonly opponent: LadderOpponent;
  readonly isOpen: boolean;
  readonly versions: readonly BotVersion[];
  /** The user's bot; undefined if the user has no bot for this game. */
  readonly bot: string | undefined;
  /** Number of matches of the current climb played so far; undefined if no climb is under way. */
  readonly played: number | undefined;
  /** Whether a climb against any opponent is under way. */
  readonly isBusy: boolean;
  /** The result of the last matches, if they were against this opponent. */
  readonly climbed: ClimbResult | undefined;
  /** The next stronger opponent. */
  readonly next: string | undefined;
  onOpen(): void;
  onClimb(opponent: string): void;
  onStop(): void;
  /** Closes the ladder and returns to the stage. */
  onLeave(): void;
}

const MATCHES = MATCHES_PER_GROUP * RUNG_PAIRS;
const percent = (share: number): string => `${(100 * share).toFixed(0)}%`;

/**
 * The best result of all versions. If a version beat the opponent, returns the result of the first such version, or
 * else the result with the most points.
 */
function bestOf(versions: readonly BotVersion[], name: string): (RungRecord & { readonly number: number }) | undefined {
  const all = versions.flatMap(({ number, rungs }) => (rungs[name] ? [{ ...rungs[name], number }] : []));
  return all.find(({ isBeaten }) => isBeaten) ?? all.sort((one, other) => other.share - one.share)[0];
}

/**
 * One opponent: its name, and the bot's result against this opponent. If the opponent is selected, also shows how to
 * beat it.
 */
export function Rung(props: RungProps): JSX.Element {
  const { game, rung, opponent, isOpen, versions, onOpen } = props;
  const { name, rating } = opponent;
  const best = bestOf(versions, name);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const state = !best
    ? 'not played on the ladder yet'
    : best.isBeaten
      ? `beaten by version ${best.number}: ${percent(best.share)}`
      : `not beaten: ${percent(best.share)} by version ${best.number}`;
  return (
    <li ref={item} class={best?.isBeaten ? 'rung beaten' : 'rung'}>
      <button type="button" class="rung-head" aria-expanded={isOpen} onClick={onOpen}>
        <Portrait game={game} rung={rung} isBeaten={best?.isBeaten === true} size={44} />
        <span>
          <b>
            {rung + 1}. {name}
          </b>{' '}
          <span class="hint">{rating} Elo</span>
          <br />
          <span class="rung-state">
            {best?.isBeaten && <span aria-hidden="true">✓ </span>}
            {state}
          </span>
        </span>
      </button>
      {isOpen && <OpenRung {...props} />}
    </li>
  );
}

function OpenRung(props: RungProps): JSX.Element {
  const { game, opponent, bot, played, isBusy, climbed, next, onClimb, onStop, onLeave } = props;
  const { name, about } = opponent;
  const playYourself = () => {
    onLeave();
    seats.value = seats.value.map((_, seat) => (seat === 0 ? HAND_CHOICE : `builtin/${name}`));
    void playByHand();
  };
  return (
    <div class="rung-body">
      <p>{about}</p>
      {climbed && <Result climbed={climbed} name={name} />}
      {played !== undefined && (
        <p class="rung-progress" role="status">
          <progress max={MATCHES} value={played} aria-label="Matches played" /> {played} of {MATCHES} matches
        </p>
      )}
      <p class="rung-doing">
        {played !== undefined ? (
          <button key="stop" type="button" class="play stop" onClick={onStop}>
            Stop
          </button>
        ) : climbed?.result.isBeaten && next !== undefined ? (
          <button key="next" type="button" class="play" disabled={isBusy} onClick={() => onClimb(next)}>
            Next opponent: {next}
          </button>
        ) : (
          bot !== undefined && (
            <button key="play" type="button" class="play" disabled={isBusy} onClick={() => onClimb(name)}>
              {climbed ? 'Play again' : `Play ${MATCHES} matches`}
            </button>
          )
        )}
        {climbed?.worst && (
          <button
            type="button"
            onClick={() => {
              onLeave();
              watchAgain(climbed.worst!, climbed.order);
            }}
          >
            Watch the worst match
          </button>
        )}
        {handOf(game) && (
          <button type="button" disabled={isBusy} onClick={playYourself}>
            Play {name} yourself
          </button>
        )}
      </p>
    </div>
  );
}

/** Shows a result such as `Gnat is beaten: 92% of the points (95% interval 78% to 100%), 11 won, 0 drawn, 1 lost.` */
function Result({ climbed: { result }, name }: { climbed: ClimbResult; name: string }): JSX.Element {
  const { score, wins, isBeaten } = result;
  const doubt = rungDoubt(result);
  return (
    <p class="rung-result" role="status">
      <b>
        {name} is {isBeaten ? 'beaten' : 'not beaten'}: {percent(score.mean)} of the points
      </b>{' '}
      (95% interval {percent(score.low)} to {percent(score.high)}), {wins.won} won, {wins.drawn} drawn, {wins.lost}{' '}
      lost. {doubt && doubtText(doubt, (pairs) => `ludus climb --pairs ${pairs}`)}
    </p>
  );
}
