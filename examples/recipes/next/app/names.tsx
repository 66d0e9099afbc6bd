'use client';
import { createClient } from '@mock-services/sdk';
import { useEffect, useState } from 'react';

/** Lists the names of the workspaces. */
export function Names() {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const client = createClient({ baseUrl: `${location.origin}/api` });
    void client.workspaces.list().then((all) => setNames(all.map(({ name }) => name)));
  }, []);
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
