import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { decodeBodies, toHar } from '@mock-services/sdk/activity';
import { saveFile } from '../ui/controls.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { counted, visibly } from '../ui/text.tsx';
import { wallTime } from '../ui/time.tsx';

interface Props {
  readonly entries: readonly ActivityEntry[];
  readonly name: string;
}

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
  const [includeCredentials, setIncludeCredentials] = useState(false);
  const download = useMutation({
    mutationFn: async () => {
      // Decode the bodies, because programs that read HAR files expect decoded bodies.
      const har = toHar(await decodeBodies(entries), { includeCredentials });
      saveFile(new Blob([JSON.stringify(har)], { type: 'application/json' }), harName(name, Date.now()));
    },
    onSuccess: onClose,
  });
  return (
    <Confirm
      title={`Download ${counted(entries.length, 'exchange')}`}
      action="Download"
      kind="primary"
      busy={download.isPending}
      error={download.error}
      onConfirm={() => download.mutate()}
      onCancel={onClose}
    >
      <p>
        The file is an HTTP Archive (HAR 1.2) with the exchanges that match the filters. Browsers, proxies and
        test tools can open it.
      </p>
      <p>
        <label className="bar">
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

function harName(name: string, time: number): string {
  const text = `${visibly(name, 'name')} ${wallTime(time, 'UTC').slice(0, 19)}`;
  return `${text.replace(/[\s\\/:*?"<>|]+/g, '-')}.har`;
}
