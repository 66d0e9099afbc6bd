import { visibly } from '../text/visible-text.ts';
import { timeText } from './time-text.ts';
import { useZone } from './zone.ts';

/** A timestamp of the service on the chosen clock. An unreadable one is shown as it is. */
export function Time({ timestamp }: { readonly timestamp: string }) {
  const zone = useZone();
  const isReadable = /^\d{4}-/.test(timestamp) && !Number.isNaN(Date.parse(timestamp));
  return (
    <time dateTime={timestamp}>
      {isReadable ? timeText(Date.parse(timestamp), zone) : visibly(timestamp, 'name')}
    </time>
  );
}
