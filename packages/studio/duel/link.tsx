import type { JSX } from 'preact';
import { createPortal, lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';

/** The statistics are loaded only for users who open the dialog. */
const DuelDialog = lazy(() => import('./duel-dialog.tsx'));

/** The link from the form to duels. */
export function DuelLink(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Compare two versions …
      </button>
      {open &&
        // The dialog is outside the form, because the form may close while the dialog is open.
        createPortal(
          <Suspense fallback={null}>
            <DuelDialog onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
