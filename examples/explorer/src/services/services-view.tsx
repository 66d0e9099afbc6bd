import type { Place } from '../place/place.ts';

export function ServicesView({ place }: { readonly place: Place }) {
  return <p>{place.mock}</p>;
}
