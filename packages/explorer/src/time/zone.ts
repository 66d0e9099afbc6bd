import { useSetting } from '../window/use-setting.ts';

/** A clock for all times of the page. Also its name in the page, where no single time gives the offset. */
export type Zone = 'UTC' | 'local';

/** The chosen clock; at first UTC, as the service writes its timestamps. */
export function useZone(): Zone {
  const [chosen] = useSetting('zone');
  return chosen === 'local' ? 'local' : 'UTC';
}
