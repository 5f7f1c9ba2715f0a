import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { OF_SEED } from '../data/boards.ts';
import type { LinkedMatch } from '../data/link.ts';
import { titleOf } from '../games/kits.ts';
import { orderOfLink } from './link.ts';
import { start } from './play.ts';
import { problem, shared } from './state.ts';

/** Shows the match in a link before any code of the match runs. */
export function SharedMatch({ match }: { match: LinkedMatch }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    shared.value = undefined;
  };
  const codes = match.players.flatMap((player) => (player.kind === 'own' ? [player] : []));
  return (
    <dialog ref={dialog} class="branch" aria-labelledby="shared-title" onClose={close}>
      <h2 id="shared-title">A shared match</h2>
      <p>
        {titleOf(match)}
        {match.boardName !== OF_SEED && ` on ${match.boardName}`}, seed {match.seed}:{' '}
        {match.players.map(({ name }) => name).join(', ')}
      </p>
      {codes.length > 0 && (
        <p class="hint">
          {codes.length === 1 ? 'One bot comes' : `${codes.length} bots come`} as code with the match. No code has run
          yet. In the match, each bot runs in a separate engine, without a network and without access to this page’s
          data.
        </p>
      )}
      {codes.map(({ name, source, files = [] }, at) => (
        <details key={`${at} ${name}`} class="shared-code">
          <summary>The code of {name}</summary>
          <pre>{source}</pre>
          {files.map((file) => (
            <div key={file.name}>
              <strong>{file.name}</strong>
              <pre>{file.text}</pre>
            </div>
          ))}
        </details>
      ))}
      <p class="branch-buttons">
        <button
          type="button"
          class="play"
          onClick={() => {
            const order = orderOfLink(match);
            close();
            if (typeof order === 'string') problem.value = order;
            else start(order, match.boardName, match.round);
          }}
        >
          Play it
        </button>
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      </p>
    </dialog>
  );
}
