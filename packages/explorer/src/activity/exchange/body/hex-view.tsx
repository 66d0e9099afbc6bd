import { useMemo, useState } from 'react';
import { useNarrow } from '../../../window/use-resize.ts';
import { More } from '../long-text.tsx';
import styles from './body.module.css';

const slice = 4096;

/** Shows bytes as a hex dump, 4 KiB at a time. */
export function HexView({ bytes, label }: { readonly bytes: Uint8Array; readonly label: string }) {
  const [count, setCount] = useState(1);
  const [isNarrow, box] = useNarrow<HTMLDivElement>(540);
  const width = isNarrow ? 8 : 16;
  const starts = Array.from(
    { length: Math.min(count, Math.ceil(bytes.length / slice)) },
    (_, at) => at * slice,
  );
  return (
    <div ref={box}>
      <div className={styles['scroll']} tabIndex={0} role="group" aria-label={`${label}, bytes`}>
        {starts.map((start) => (
          <HexSlice key={start} bytes={bytes} start={start} width={width} />
        ))}
      </div>
      <More
        left={bytes.length - starts.length * slice}
        step={slice}
        unit="bytes"
        onMore={() => setCount(count + 1)}
      />
    </div>
  );
}

function HexSlice(props: { readonly bytes: Uint8Array; readonly start: number; readonly width: number }) {
  const { bytes, start, width } = props;
  const text = useMemo(() => hexLines(bytes, start, width), [bytes, start, width]);
  return <pre className={styles['hex']}>{text}</pre>;
}

/** Returns the hex dump of up to 4 KiB of bytes. Each line contains the offset, `width` bytes, and the bytes as ASCII. */
function hexLines(bytes: Uint8Array, start: number, width: number): string {
  const end = Math.min(start + slice, bytes.length);
  const lines: string[] = [];
  for (let offset = start; offset < end; offset += width) {
    const line = bytes.subarray(offset, Math.min(offset + width, end));
    const digits = Array.from(line, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const characters = Array.from(line, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
    ).join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${digits.padEnd(width * 3 - 1)}  ${characters}`);
  }
  return lines.join('\n');
}
