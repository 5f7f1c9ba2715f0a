import type { JSX } from 'preact';
import { createPortal, lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';

/** The statistics are fetched by anyone who wants them. */
const DuelDialog = lazy(() => import('./duel-dialog.tsx'));

/** The way from the form to duels. */
export function DuelLink(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Compare two versions …
      </button>
      {open &&
        // Not inside the form, which may be folded meanwhile.
        createPortal(
          <Suspense fallback={null}>
            <DuelDialog onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
