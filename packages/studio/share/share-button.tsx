import { pause, type Viewer } from '@ludus/viewer/player.ts';
import type { JSX } from 'preact';
import { createPortal, lazy, Suspense } from 'preact/compat';
import { sharing } from '../app/state.ts';

/** The dialog is loaded only for users who open it. */
const ShareDialog = lazy(() => import('./share-dialog.tsx'));

/** The button that opens the dialog to save and share. */
export function ShareButton({ viewer, isOwn }: { viewer: Viewer; isOwn(): boolean }): JSX.Element | null {
  if (viewer.timeline.value === undefined || viewer.live.value) return null;
  return (
    <>
      <button
        type="button"
        class="quiet"
        title="The match, a picture, a page, a clip"
        onClick={() => {
          pause(viewer);
          sharing.value = {};
        }}
      >
        Save the shown match …
      </button>
      {sharing.value &&
        createPortal(
          <Suspense fallback={null}>
            <ShareDialog
              viewer={viewer}
              isOwn={isOwn()}
              why={sharing.value.why}
              onClose={() => {
                sharing.value = undefined;
              }}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
