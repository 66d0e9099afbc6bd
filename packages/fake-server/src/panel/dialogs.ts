/**
 * The panel must stay usable beside the page's dialogs. A modal `<dialog>` makes everything outside of it inert.
 * Dialogs of component libraries close, or take the focus back, when they notice an event outside of them.
 */

/** The list includes events such as `input`, which a form around a dialog would treat as its own. */
const bubbling = [
  'pointerdown pointerup pointermove pointerrawupdate pointerover pointerout pointercancel',
  'mousedown mouseup mousemove mouseover mouseout click dblclick auxclick contextmenu',
  'touchstart touchend touchmove touchcancel wheel focusin focusout',
  'keydown keypress keyup beforeinput input copy cut paste',
].flatMap((names) => names.split(' '));

/**
 * Hides the panel's events from the page's listeners, except listeners in the capture phase.
 *
 * @param closeByEscape - Closes the panel in place of the page's dialog. Returns `false` if the panel is already
 * closed, so that the page receives the Escape key.
 */
export function hideEvents(host: Element, closeByEscape: () => boolean, signal: AbortSignal): void {
  const hide = (event: Event): void => {
    if (!isEscape(event)) event.stopPropagation();
  };
  for (const name of bubbling) host.addEventListener(name, hide, { passive: true, signal });
  // Listeners of the window run first, even before listeners of libraries that use the capture phase.
  const first = { capture: true, signal };
  addEventListener(
    'keydown',
    (event) => {
      if (!isEscape(event) || !event.composedPath().includes(host) || !closeByEscape()) return;
      event.stopImmediatePropagation();
      // Prevent the browser from closing a modal dialog.
      event.preventDefault();
    },
    first,
  );
  // Hide the event from a dialog that keeps the focus inside, and would take the focus back from the panel.
  addEventListener('focusout', (event) => event.relatedTarget === host && event.stopPropagation(), first);
}

function isEscape(event: Event): boolean {
  return event instanceof KeyboardEvent && event.type === 'keydown' && event.key === 'Escape';
}

/**
 * Moves the panel into the topmost modal dialog of the page, and back when that dialog is closed or removed.
 *
 * @param opener - The panel's button, which is always visible.
 */
export function followDialogs(
  host: HTMLElement,
  opener: Element,
  panel: HTMLElement,
  signal: AbortSignal,
): void {
  /** The dialogs are in the order in which they were opened. */
  const dialogs = new Set<HTMLDialogElement>();
  let { scrollTop } = panel;
  let focused: EventTarget | null = null;
  panel.addEventListener('scroll', () => ({ scrollTop } = panel), { signal });
  panel.addEventListener('focusin', ({ target }) => (focused = target), { signal });
  // Without `relatedTarget`, the focused field may have been removed with the dialog, so remember the field.
  panel.addEventListener('focusout', ({ relatedTarget }) => void (relatedTarget && (focused = null)), {
    signal,
  });
  const place = (): void => {
    if (signal.aborted) return;
    for (const dialog of dialogs) if (!isModal(dialog)) dialogs.delete(dialog);
    const dialog = Array.from(dialogs).at(-1);
    const parent = dialog ?? document.documentElement;
    if (host.parentNode === parent && host.isConnected) return;
    const kept = scrollTop;
    host.removeAttribute('popover');
    // Do not use `<body>`, because applications replace its content, or hide it from screen readers.
    parent.append(host);
    if (dialog && 'showPopover' in host) {
      // A popover is displayed in the top layer, where the dialog's styles, such as `transform`, do not move the panel.
      host.popover = 'manual';
      host.showPopover();
    }
    panel.scrollTop = kept;
    if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus();
  };
  const add = (target: unknown): void => {
    if (!(target instanceof HTMLDialogElement) || !isModal(target) || dialogs.has(target)) return;
    dialogs.add(target);
    place();
  };
  for (const dialog of document.querySelectorAll('dialog')) add(dialog);
  place();
  // Use events instead of an observer, which would slow down changes of the page. An opened dialog receives the focus,
  // even within a shadow root.
  addEventListener('toggle', ({ target }) => add(target), { capture: true, signal });
  addEventListener('focusin', (event) => event.composedPath().toReversed().forEach(add), {
    capture: true,
    signal,
  });
  // The panel's button loses its size when the dialog around it is closed or removed.
  const resized = new ResizeObserver(place);
  resized.observe(opener);
  signal.addEventListener('abort', () => resized.disconnect());
}

function isModal(dialog: HTMLDialogElement): boolean {
  return dialog.open && dialog.isConnected && dialog.matches(':modal');
}
