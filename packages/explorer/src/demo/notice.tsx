import { useState } from 'react';

/** Tells the user which demo data was lost during a reload. */
export function DemoNotice() {
  const [loss, setLoss] = useState(takeLoss);
  if (loss === undefined) return null;
  return (
    <div className="notice bar bar-apart" role="status">
      <p>
        <strong>Some demo data was lost.</strong> {loss}
      </p>
      <button type="button" onClick={() => setLoss(undefined)}>
        Dismiss
      </button>
    </div>
  );
}

/** Key in session storage for the message about lost data, which the page shows after the reload. */
const key = 'explorer:lost';

export function reportLoss(text: string): void {
  sessionStorage.setItem(key, text);
}

/**
 * Returns the message about lost data, and removes the message from session storage. Returns `undefined` if no data was lost.
 */
export function takeLoss(): string | undefined {
  const text = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return text;
}
