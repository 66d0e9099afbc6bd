import type { ActivityEntry } from '@mock-services/sdk/activity';
import { useId, useState } from 'react';
import { VisibleText } from '../../text/visible-text.tsx';
import { curlCommand } from './curl-command.ts';
import { writeFetch, writeMatcher } from './write-code.ts';
import type { Written } from './written.ts';

interface Props {
  readonly entry: ActivityEntry;
  /** The entry as it is shown, with or without credentials. */
  readonly shown: ActivityEntry;
  /** Whether credentials are left out. */
  readonly leavesOut: boolean;
}

type Write = (props: Props) => Written | Promise<Written>;

/** The forms that a request can be copied in. */
const forms: Readonly<Record<string, readonly [name: string, write: Write]>> = {
  posix: [
    'cURL',
    ({ entry, leavesOut }) => curlCommand(entry, { shell: 'posix', includeCredentials: !leavesOut }),
  ],
  powershell: [
    'cURL',
    ({ entry, leavesOut }) => curlCommand(entry, { shell: 'powershell', includeCredentials: !leavesOut }),
  ],
  fetch: ['fetch', ({ shown }) => writeFetch(shown)],
  sdk: ['SDK call', ({ shown }) => writeMatcher(shown)],
};

/** Copies a request in the selected form. */
export function CopyButton(props: Props) {
  const [form, setForm] = useState('posix');
  const [outcome, setOutcome] = useState('');
  const id = useId();
  const [name, write] = forms[form] ?? ['', () => ({ problem: '' })];
  const copy = async () => {
    setOutcome('Copying…');
    const answer = Promise.resolve(write(props));
    const isCopied = await copyText(answer.then(textOf));
    const written = await answer;
    if ('problem' in written) setOutcome(written.problem);
    else if (!isCopied) setOutcome('The browser did not allow copying');
    else setOutcome(props.leavesOut ? 'Copied; credentials are left out' : 'Copied');
  };
  return (
    <div className="exchange-copy">
      <label htmlFor={id} className="visually-hidden">
        Form to copy
      </label>
      <select
        id={id}
        value={form}
        onChange={({ currentTarget }) => {
          setForm(currentTarget.value);
          setOutcome('');
        }}
      >
        <option value="posix">POSIX shell</option>
        <option value="powershell">PowerShell</option>
        <option value="fetch">JavaScript</option>
        <option value="sdk">SDK</option>
      </select>
      <button type="button" onClick={() => void copy()}>
        Copy as {name}
      </button>
      <span role="status" className="body-note">
        <VisibleText text={outcome} most="message" />
      </span>
    </div>
  );
}

function textOf(written: Written): Blob {
  if ('problem' in written) throw new TypeError(written.problem);
  return written.text;
}

/** Copies a text that is not available yet: browsers allow copying only during the click. */
async function copyText(text: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    return true;
  } catch {
    return false;
  }
}
