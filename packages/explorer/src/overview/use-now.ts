import { useEffect, useState } from 'react';
import { useConnection } from '../service/connection.ts';

/** The time of the service's clock in milliseconds, updated every second. */
export function useNow(): number {
  const { now } = useConnection();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}
