import { useState } from 'react';

/** Says what of the demo did not survive the reload. */
export function DemoNotice() {
  const [loss, setLoss] = useState(takeLoss);
  if (loss === undefined) return null;
  return (
    <div className="notice bar bar-apart" role="status">
      <p>
        <strong>The demo is not as it was.</strong> {loss}
      </p>
      <button type="button" onClick={() => setLoss(undefined)}>
        Dismiss
      </button>
    </div>
  );
}

/** Where the page that is left says to the one that comes what did not survive. */
const key = 'explorer:lost';

export function reportLoss(text: string): void {
  sessionStorage.setItem(key, text);
}

/** What was lost, reported once; `undefined` if nothing was. */
export function takeLoss(): string | undefined {
  const text = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return text;
}
