import { Icon } from '@ludus/viewer/ui/icons.tsx';
import { type JSX, render } from 'preact';
import { formOpen, running } from './state.ts';

/** What the studio adds to the viewer's bar: the form's button, and Stop while a match is played and the form is folded. */
export function controls(stop: () => void): HTMLElement[] {
  return [slotted('start', <FormButton />), slotted('controls', <StopButton stop={stop} />)];
}

function slotted(slot: string, content: JSX.Element): HTMLElement {
  const holder = document.createElement('div');
  holder.slot = slot;
  render(content, holder);
  return holder;
}

function FormButton(): JSX.Element {
  return (
    <button
      type="button"
      class="bar-button"
      aria-expanded={formOpen.value}
      aria-controls="form"
      aria-label="Match form"
      title="Open or fold the form (F)"
      onClick={() => {
        formOpen.value = !formOpen.value;
      }}
    >
      <Icon name="menu" />
    </button>
  );
}

function StopButton({ stop }: { stop: () => void }): JSX.Element | null {
  const now = running.value;
  if (!now || formOpen.value) return null;
  return (
    <button type="button" class="bar-button stop" onClick={stop}>
      {now.silent === undefined ? `Stop (round ${now.round})` : `Stop: ${now.silent} does not answer`}
    </button>
  );
}
