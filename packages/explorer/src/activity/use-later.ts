import { useEffect, useState } from 'react';

/** A value that lags behind another one until the rest is rendered, for content that is slow to render. */
export function useLater<T extends object>(value: T): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value));
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
