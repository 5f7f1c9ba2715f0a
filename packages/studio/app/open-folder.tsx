import type { JSX } from 'preact';
import { canChooseFolder } from '../data/disk.ts';
import { closeFolder, disk, openFolder, reopenFolder } from './disk.ts';
import { mendForm, problem } from './state.ts';

/**
 * The button that opens a folder of this machine, in which the page reads and writes players. Empty if the browser
 * cannot open folders.
 */
export function OpenFolder(): JSX.Element | null {
  if (!canChooseFolder) return null;
  const button = (label: string, act: () => Promise<void>) => (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        problem.value = undefined;
        void act().then(mendForm, (error: Error) => {
          problem.value = `the folder cannot be opened: ${error.message}`;
        });
      }}
    >
      {label}
    </button>
  );
  const { folder, isOpen } = disk.value ?? {};
  return (
    <>
      {button('Open a folder …', openFolder)}
      {folder && !isOpen && button(`Open ${folder.name} again`, reopenFolder)}
      {folder && isOpen && button(`Close ${folder.name}`, closeFolder)}
    </>
  );
}
