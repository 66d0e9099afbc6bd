import { mediaTypeOf, type ActivityEntry, type Side } from '@mock-services/sdk/activity';
import { useEffect, useState } from 'react';
import { saveFile } from '../ui/controls.tsx';
import { figures, LongText } from '../ui/text.tsx';
import { JsonView } from './json-view.tsx';
import { fileNameOf, readBody, type ReadBody } from './read-body.ts';
import styles from './exchange.module.css';

export function Body(props: { readonly entry: ActivityEntry; readonly side: Side; readonly label: string }) {
  const { entry, side, label } = props;
  const [read, setRead] = useState<ReadBody>();
  const [isText, setIsText] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const body = await readBody(entry, side);
      if (isCurrent) setRead(body);
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [entry, side]);
  const isEmpty = entry[side].bodyBase64Encoded === '';
  if (isEmpty || read === undefined)
    return (
      <h4>
        Body <span className="muted">{isEmpty ? 'none' : 'reading…'}</span>
      </h4>
    );
  const { bytes, contentType, problem } = read;
  const form = isText && read.form === 'json' ? 'text' : read.form;
  return (
    <div className={styles['body']}>
      <div className="bar">
        <h4>Body</h4>
        <span className="muted">
          {sizeOf(bytes.length)}
          {contentType !== undefined && `, ${mediaTypeOf(contentType)}`}
        </span>
        {read.form === 'json' && (
          <button type="button" className="small" aria-pressed={isText} onClick={() => setIsText(!isText)}>
            Show as text
            <span className="visually-hidden">: {label}</span>
          </button>
        )}
        <button
          type="button"
          className="small end"
          onClick={() => saveFile(new Blob([bytes]), fileNameOf(entry, contentType))}
        >
          Save
          <span className="visually-hidden"> the {label}</span>
        </button>
      </div>
      {problem !== undefined && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {form === 'json' && <JsonView value={read.json} label={label} />}
      {form === 'image' && <Picture body={read} label={label} />}
      {form === 'text' && (
        <div className={styles['text']} tabIndex={0} role="group" aria-label={`${label}, text`}>
          <LongText text={read.text} />
        </div>
      )}
    </div>
  );
}

function Picture({ body, label }: { readonly body: ReadBody; readonly label: string }) {
  const { bytes, contentType } = body;
  const type = mediaTypeOf(contentType);
  const [source, setSource] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [bytes, type]);
  if (isBroken) return <p className="muted">This browser cannot display this {type} image.</p>;
  return (
    <p className={styles['image']}>
      {source !== undefined && (
        <img src={source} alt={`${label} (${type})`} decoding="async" onError={() => setBroken(true)} />
      )}
    </p>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [unit, name] = bytes < 1024 ** 2 ? [1024, 'KiB'] : [1024 ** 2, 'MiB'];
  return `${figures(Math.round((bytes / unit) * 10) / 10)} ${name}`;
}
