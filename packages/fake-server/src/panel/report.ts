import { button, element, setText } from './elements.ts';
import type { Panel } from './panel.ts';
import { onPanelWarning } from './warning.ts';

export interface Report extends Pick<Panel, 'act' | 'copy'> {
  readonly clear: () => void;
  /** Overlaps the end of the panel, so that a message does not move the content. */
  readonly element: Element;
  /** Shows why the fake server cannot be read. Without an error, removes the message. */
  readonly showFailure: (error?: unknown) => void;
}

export function createReport(refresh: () => Promise<void>, signal: AbortSignal): Report {
  const done = element('p', { role: 'status', tabindex: '-1' });
  const problem = element('p', { class: 'problem', role: 'alert' });
  const failure = element('p', { class: 'problem', role: 'alert' });
  const warning = element('p', { class: 'problem', role: 'alert' });
  onPanelWarning((message) => setText(warning, message), signal);
  const text = element('textarea', { readonly: '', rows: '4', 'aria-label': 'Text to copy', hidden: '' });
  let takeBack: (() => unknown) | undefined;
  const undo = button('Undo', () => act('It is undone.', () => takeBack?.()), { hidden: '' });
  const act: Panel['act'] = async (words, run, goBack) => {
    text.hidden = true;
    let message = '';
    try {
      await run();
    } catch (error) {
      message = messageOf(error);
    }
    setText(problem, message);
    setText(done, message === '' ? words : '');
    takeBack = message === '' ? goBack : undefined;
    // Otherwise, the focus would be lost with the button.
    if (takeBack === undefined && undo.matches(':focus')) done.focus();
    undo.hidden = takeBack === undefined;
    await refresh();
  };
  const copy: Panel['copy'] = (name, read) =>
    act(`The ${name} is copied.`, async () => {
      const copied = await read();
      try {
        await navigator.clipboard.writeText(copied);
      } catch {
        text.value = copied;
        text.hidden = false;
        text.select();
        throw new Error(`The browser does not let this page copy. Copy the ${name} from this field.`);
      }
    });
  const showFailure: Report['showFailure'] = (...errors) => setText(failure, errors.map(messageOf).join());
  const clear = (): void => {
    text.hidden = true;
    setText(problem, '');
    // The user may look at the result in another tab, and then undo the action.
    if (undo.hidden) setText(done, '');
  };
  const all = element('div', { class: 'messages' }, done, undo, warning, failure, problem, text);
  return { element: all, act, copy, clear, showFailure };
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
