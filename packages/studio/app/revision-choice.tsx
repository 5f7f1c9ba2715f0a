import type { Revision } from '@ludus/game/game.ts';
import type { JSX } from 'preact';

/** The choice of a revision of the rules; nothing for a game that has only one. `value`: its id; undefined: the first one. */
export function RevisionChoice(props: {
  revisions: readonly Pick<Revision<never, never, never>, 'id' | 'description'>[];
  value: string | undefined;
  onChoose(id: string): void;
}): JSX.Element | null {
  const { revisions, value, onChoose } = props;
  if (revisions.length === 0) return null;
  return (
    <label class="branch-seat revision">
      <span>Rules</span>
      <select value={value ?? revisions[0].id} onChange={(event) => onChoose(event.currentTarget.value)}>
        {revisions.map(({ id, description }) => (
          <option key={id} value={id}>
            Revision {id}: {description}
          </option>
        ))}
      </select>
    </label>
  );
}
