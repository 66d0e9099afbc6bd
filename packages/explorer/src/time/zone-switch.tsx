import { useSetting } from '../window/use-setting.ts';
import { useZone } from './zone.ts';

/** Switches all times of the page between UTC and local time. */
export function ZoneSwitch() {
  const zone = useZone();
  const [, choose] = useSetting('zone');
  const other = zone === 'UTC' ? 'local' : 'UTC';
  return (
    <button
      type="button"
      className="quiet"
      title={`Times: ${zone}. Click for ${other}.`}
      onClick={() => choose(other)}
    >
      <span className="visually-hidden">Times: </span>
      {zone === 'UTC' ? 'UTC' : 'Local'}
    </button>
  );
}
