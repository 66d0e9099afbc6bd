import { useMemo, useState } from 'react';
import { More } from './more.tsx';
import { textSlices } from './slices.ts';
import { VisibleText } from '../text/visible-text.tsx';

/** A text of any length: its start, and more on request. */
export function LongText({ text, slice = 8000 }: { readonly text: string; readonly slice?: number }) {
  const [count, setCount] = useState(1);
  const { slices, left } = useMemo(() => textSlices(text, slice, count), [text, slice, count]);
  return (
    <>
      {slices.map(({ start, text: part }) => (
        <VisibleText key={start} text={part} />
      ))}
      <More left={left} step={slice} unit="characters" onMore={() => setCount(count + 1)} />
    </>
  );
}
