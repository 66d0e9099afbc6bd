import { useState } from 'react';
import { takeLoss } from './loss.ts';

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
