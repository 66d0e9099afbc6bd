import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { decodeBodies, toHar } from '@mock-services/sdk/activity';
import { Confirm } from '../dialog/confirm.tsx';
import { saveFile } from '../file/save-file.ts';
import { figures, longest, visibly } from '../text/visible-text.tsx';
import { wallTime, zoneName, useZone, type Zone } from '../time/time.tsx';
import styles from './activity.module.css';

interface Props {
  readonly entries: readonly ActivityEntry[];
  /** Name of the workspace or file that contains the entries. */
  readonly name: string;
}

/** Downloads the visible entries as an HTTP Archive. Redacts credentials by default. */
export function DownloadHar({ entries, name }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" disabled={entries.length === 0} onClick={() => setOpen(true)}>
        Download HAR
      </button>
      {isOpen && <DownloadDialog entries={entries} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function DownloadDialog({ entries, name, onClose }: Props & { readonly onClose: () => void }) {
  const zone = useZone();
  const [includeCredentials, setIncludeCredentials] = useState(false);
  const download = useMutation({
    mutationFn: async () => {
      // Decode the bodies, because other programs expect decoded bodies.
      const har = toHar(await decodeBodies(entries), { includeCredentials });
      const file = new Blob([JSON.stringify(har)], { type: 'application/json' });
      saveFile(file, harName(name, Date.now(), zone));
    },
  });
  return (
    <Confirm
      title={`Download ${figures(entries.length)} exchanges`}
      action="Download"
      kind="primary"
      busy={download.isPending}
      error={download.error}
      onConfirm={(close) => download.mutate(undefined, { onSuccess: close })}
      onCancel={onClose}
    >
      <p>
        The file is an HTTP Archive (HAR 1.2), which browsers, proxies and test tools can open. It contains
        the exchanges that match the filters.
      </p>
      <p>
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={includeCredentials}
            onChange={({ currentTarget }) => setIncludeCredentials(currentTarget.checked)}
          />
          Include credentials as recorded
        </label>
        <span className="muted">Otherwise tokens, cookies and passwords are redacted.</span>
      </p>
    </Confirm>
  );
}

/** Returns a file name that is valid on every file system, such as `Checkout-team-2026-11-21T04-57-50-UTC.har`. */
function harName(name: string, time: number, zone: Zone): string {
  const text = `${visibly(name.slice(0, longest.name), 'name')} ${wallTime(time, zone).slice(0, 19)} ${zoneName(time, zone)}`;
  return `${text.replace(/[\s\\/:*?"<>|]+/g, '-')}.har`;
}
