import type { AnyRevision } from '@ludus/game/game.ts';
import type { JSX } from 'preact';

/**
 * The choice of a revision of the rules; empty for a game with only one revision. `value`: the revision's id; undefined
 * for the first revision.
 */
export function RevisionChoice(props: {
  revisions: readonly AnyRevision[];
  value: string | undefined;
  onChoose(id: string): void;
}): JSX.Element | null {
  const { revisions, value, onChoose } = props;
  const chosen = revisions.find(({ id }) => id === value) ?? revisions[0];
  if (!chosen) return null;
  return (
    <div class="revision">
      <label class="branch-seat">
        <span>Rules</span>
        <select value={chosen.id} onChange={(event) => onChoose(event.currentTarget.value)}>
          {revisions.map(({ id }) => (
            <option key={id} value={id}>
              Revision {id}
            </option>
          ))}
        </select>
      </label>
      <p class="hint">
        In revision {chosen.id} {chosen.description}.
      </p>
    </div>
  );
}
