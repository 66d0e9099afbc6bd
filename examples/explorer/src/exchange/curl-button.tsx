import { type ActivityEntry, isBodyError, type Shell, toCurl } from '@mock-services/sdk/activity';
import { useId, useState } from 'react';

/** Copies a request as a curl command, for the shell that is chosen. */
export function CurlButton(props: {
  readonly entry: ActivityEntry;
  readonly includeCredentials: boolean;
  /** Whether there are credentials that are left out. */
  readonly leavesOut: boolean;
}) {
  const { entry, includeCredentials, leavesOut } = props;
  const [shell, setShell] = useState<Shell>('posix');
  const [outcome, setOutcome] = useState('');
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(toCurl(entry, { shell, includeCredentials }));
      setOutcome(leavesOut ? 'Copied; credentials are left out' : 'Copied');
    } catch (error) {
      setOutcome(isBodyError(error) ? error.message : 'The browser did not allow it to be copied');
    }
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
        {outcome}
      </span>
    </div>
  );
}
