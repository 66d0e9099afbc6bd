import { useEffect, useState } from 'react';
import { useConnection } from '../service/connection.ts';

/** The time where the service is, in milliseconds, each second anew. */
export function useNow(): number {
  const { now } = useConnection();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}
