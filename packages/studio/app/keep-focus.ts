/** The focus goes to one of these when the control that had it has gone. */
const PARTS = 'section, main, aside, form, dialog, details, li, ludus-viewer, body';

/**
 * When the focused control leaves the page, the focus goes to the part of the page that it was in. Otherwise the next Tab would begin at
 * the top of the page. Returns what ends that.
 */
export function keepFocus(): () => void {
  let focused: HTMLElement | undefined;
  /** The parts of the page that it is in, the smallest first. */
  let parts: HTMLElement[] = [];
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    parts = [];
    for (
      let part = target.closest<HTMLElement>(PARTS);
      part;
      part = part.parentElement?.closest<HTMLElement>(PARTS) ?? null
    )
      if (part !== target) parts.push(part);
  };
  const mend = () => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const part = parts.find((each) => each.isConnected && each !== document.body) ?? document.querySelector('main');
    focused = undefined;
    if (!(part instanceof HTMLElement)) return;
    if (part.tabIndex < 0) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(mend);
  document.addEventListener('focusin', remember);
  changes.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    changes.disconnect();
  };
}
