import type { ActivityEntry } from '@mock-services/sdk/activity';
import { useState } from 'react';
import { Select } from '../../../select/select.tsx';
import { VisibleText } from '../../../text/visible-text.tsx';
import { writeFetch, writeMatcher } from './write-code.ts';
import { curlCommand, type Written } from './write-curl.ts';
import styles from '../body/body.module.css';

interface Props {
  readonly entry: ActivityEntry;
  /** Entry as it is displayed, with or without credentials. */
  readonly shown: ActivityEntry;
  /** Whether to omit credentials. */
  readonly leavesOut: boolean;
}

/** Formats in which the user can copy a request, each with its label. */
const forms = [
  ['posix', 'POSIX shell'],
  ['powershell', 'PowerShell'],
  ['fetch', 'JavaScript'],
  ['sdk', 'SDK'],
] as const;

type Form = (typeof forms)[number][0];

const names = { posix: 'cURL', powershell: 'cURL', fetch: 'fetch', sdk: 'SDK call' } as const;

function write(form: Form, { entry, shown, leavesOut }: Props): Written | Promise<Written> {
  if (form === 'fetch') return writeFetch(shown);
  if (form === 'sdk') return writeMatcher(shown);
  return curlCommand(entry, { shell: form, includeCredentials: !leavesOut });
}

/** Lets the user copy a request as a command or code. */
export function CopyAs(props: Props) {
  const [form, setForm] = useState<Form>('posix');
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    setOutcome('Copying…');
    const answer = Promise.resolve(write(form, props));
    const isCopied = await copyText(answer.then(textOf));
    const written = await answer;
    if ('problem' in written) setOutcome(written.problem);
    else if (!isCopied) setOutcome('The browser did not allow copying');
    else setOutcome(props.leavesOut ? 'Copied without credentials' : 'Copied');
  };
  return (
    <div className="bar">
      <Select
        label="Form to copy"
        isBare
        options={forms}
        value={form}
        onChange={(chosen) => {
          setForm(chosen);
          setOutcome('');
        }}
      />
      <button type="button" onClick={() => void copy()}>
        Copy as {names[form]}
      </button>
      <span role="status" className={styles['note']}>
        <VisibleText text={outcome} most="message" />
      </span>
    </div>
  );
}

function textOf(written: Written): Blob {
  if ('problem' in written) throw new TypeError(written.problem);
  return written.text;
}

/** Copies text that is not available yet. Accepts a promise, because browsers allow copying only while handling a click. */
async function copyText(text: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    return true;
  } catch {
    return false;
  }
}
