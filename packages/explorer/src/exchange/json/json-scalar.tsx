import { useMemo } from 'react';
import { isRounded } from './json-lines.ts';
import { LongText } from '../long-text.tsx';

/** A string, number, boolean or null of a JSON tree. */
export function JsonScalar({ value }: { readonly value: unknown }) {
  const text = useMemo(() => JSON.stringify(value), [value]);
  if (typeof value === 'string')
    return (
      <span className="json-string">
        <LongText text={text} slice={2000} />
      </span>
    );
  return (
    <span className="json-literal">
      {text}
      {isRounded(value) && <span className="json-size"> rounded; the text has every digit</span>}
    </span>
  );
}
