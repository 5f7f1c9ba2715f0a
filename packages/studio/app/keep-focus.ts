/** The elements that may receive the focus when a focused control disappears. */
const PARTS = 'section, main, aside, form, dialog, details, li, ludus-viewer, body';

/**
 * When the focused control is removed from the page, moves the focus to the nearest remaining part around it.
 * Otherwise, the next Tab would start at the top of the page. Returns a function that ends this behaviour.
 */
export function keepFocus(): () => void {
  let focused: HTMLElement | undefined;
  /** The parts of the page that contain the focused control, smallest first. */
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
