import type { FakeServer } from '@mock-services/fake-server/core';
import type { Place } from '../place/place.ts';

export function FakePanel({ fake, place }: { readonly fake: FakeServer; readonly place: Place }) {
  return (
    <aside>
      {fake.baseUrl} {place.workspace}
    </aside>
  );
}
