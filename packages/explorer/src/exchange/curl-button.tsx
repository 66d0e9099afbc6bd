import type { ActivityEntry, Shell } from '@mock-services/sdk/activity';
import { useId, useState } from 'react';
import { longest } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { curlCommand } from './curl-command.ts';
import type { CurlAnswer } from './write-curl.ts';

/** Copies a request as a curl command for the selected shell. */
export function CurlButton(props: {
  readonly entry: ActivityEntry;
  readonly includeCredentials: boolean;
  /** Whether credentials are left out. */
  readonly leavesOut: boolean;
}) {
  const { entry, includeCredentials, leavesOut } = props;
  const [shell, setShell] = useState<Shell>('posix');
  const [outcome, setOutcome] = useState('');
  const id = useId();
  const copy = async () => {
    setOutcome('Copying…');
    const answer = curlCommand(entry, { shell, includeCredentials });
    const isCopied = await copyText(answer.then(textOf));
    const written = await answer;
    if ('problem' in written) setOutcome(written.problem);
    else if (!isCopied) setOutcome('The browser did not allow copying');
    else setOutcome(leavesOut ? 'Copied; credentials are left out' : 'Copied');
  };
  return (
    <div className="exchange-curl">
      <label htmlFor={id} className="visually-hidden">
        Shell
      </label>
      <select
        id={id}
        value={shell}
        onChange={({ target }) => {
          setShell(target.value === 'powershell' ? 'powershell' : 'posix');
          setOutcome('');
        }}
      >
        <option value="posix">POSIX shell</option>
        <option value="powershell">PowerShell</option>
      </select>
      <button type="button" onClick={() => void copy()}>
        Copy as cURL
      </button>
      <span role="status" className="body-note">
        <VisibleText text={outcome} most={longest.message} />
      </span>
    </div>
  );
}

function textOf(answer: CurlAnswer): Blob {
  if ('problem' in answer) throw new TypeError(answer.problem);
  return answer.command;
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
