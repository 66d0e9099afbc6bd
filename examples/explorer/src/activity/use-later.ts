import { useEffect, useState } from 'react';

/** A value that follows another one when what else shows that is on the screen: for what takes long to draw. */
export function useLater<T extends object>(value: T): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value));
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
