import type { ActivityEntry } from '@mock-services/sdk/activity';
import { useEffect, useId, useState } from 'react';
import { saveFile } from '../../../file/save-file.ts';
import { VisibleText } from '../../../text/visible-text.tsx';
import { type BodyForm, fileNameOf } from './forms.ts';
import { HexView } from './hex-view.tsx';
import { ImageView } from './image-view.tsx';
import { JsonView } from '../json/json-view.tsx';
import { LongText } from '../long-text.tsx';
import { type ReadBody, readBody, type RecordedMessage } from './read-body.ts';
import { problemOf } from './problem.ts';
import styles from './body.module.css';

/**
 * Shows the decoded body of a recorded message as a JSON tree, image, text or hex dump. The user can switch between the
 * formats. If the body cannot be decoded, shows the reason.
 */
export function Body(props: {
  readonly message: RecordedMessage;
  /** Accessible name, such as `Response body`. */
  readonly label: string;
  /**
   * Entry that contains the message. The entry determines how to decode the body, because bodies from a HAR file are already
   * decoded.
   */
  readonly entry: ActivityEntry;
}) {
  const { message, label, entry } = props;
  const read = useBody(message, entry);
  if (message.bodyBase64Encoded === '') return <p className={styles['note']}>No body</p>;
  if (read === undefined)
    return (
      <p className={styles['note']} role="status">
        Reading the body…
      </p>
    );
  if (!('error' in read)) return <Forms body={read} label={label} entry={entry} />;
  return (
    <>
      <p className={styles['problem']} role="alert">
        <VisibleText text={problemOf(read.error)} most="message" />
      </p>
      <Text text={message.bodyBase64Encoded} label={`${label} as recorded`} />
    </>
  );
}

/** Returns the decoded body of a message, an error, or `undefined` while the body is being decoded. */
function useBody(message: RecordedMessage, entry: ActivityEntry) {
  type Result = ReadBody | { readonly error: unknown };
  const [state, setState] = useState<{ readonly result: Result; readonly of: RecordedMessage }>();
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const result = await readBody(message, entry).catch((error: unknown) => ({ error }));
      if (isCurrent) setState({ result, of: message });
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [message, entry]);
  return state?.of === message ? state.result : undefined;
}

function Forms(props: { readonly body: ReadBody; readonly label: string; readonly entry: ActivityEntry }) {
  const { body, label, entry } = props;
  const [chosen, setChosen] = useState<BodyForm>();
  const { forms, problem, bytes, contentType } = body;
  const form = forms.find((each) => each === chosen) ?? forms[0] ?? 'hex';
  return (
    <>
      {problem !== undefined && (
        <p className={styles['problem']} role="alert">
          {problemOf(problem)}
        </p>
      )}
      <div className={`${styles['bar']} bar bar-apart`}>
        <FormSwitch forms={forms} form={form} label={label} onForm={setChosen} />
        <span className={styles['size']}>
          {sizeOf(bytes.length)}
          <button type="button" onClick={() => saveFile(new Blob([bytes]), fileNameOf(entry, contentType))}>
            Save
            <span className="visually-hidden"> the {label}</span>
          </button>
        </span>
      </div>
      <Shown body={body} form={form} label={label} />
    </>
  );
}

const names: Readonly<Record<BodyForm, string>> = { json: 'JSON', image: 'Image', text: 'Text', hex: 'Hex' };

/** Lets the user choose the format in which a body is shown. */
function FormSwitch(props: {
  readonly forms: readonly BodyForm[];
  readonly form: BodyForm;
  readonly label: string;
  readonly onForm: (form: BodyForm) => void;
}) {
  const { forms, form, label, onForm } = props;
  const group = useId();
  if (forms.length < 2) return null;
  return (
    <fieldset className={styles['switch']}>
      <legend className="visually-hidden">Show {label} as</legend>
      {forms.map((each) => (
        <label key={each}>
          <input type="radio" name={group} checked={each === form} onChange={() => onForm(each)} />
          {names[each]}
        </label>
      ))}
    </fieldset>
  );
}

function Shown(props: { readonly body: ReadBody; readonly form: BodyForm; readonly label: string }) {
  const { body, form, label } = props;
  const { bytes, contentType, text, json } = body;
  if (form === 'json' && json !== undefined) return <JsonView value={json.value} label={label} />;
  if (form === 'image') return <ImageView bytes={bytes} contentType={contentType} label={label} />;
  if (form === 'text' && text !== undefined) return <Text text={text} label={label} />;
  return <HexView bytes={bytes} label={label} />;
}

function Text({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={styles['text']} tabIndex={0} role="group" aria-label={`${label}, text`}>
      <LongText text={text} />
    </div>
  );
}

const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats a size, such as `512 bytes` or `4.8 MiB`. */
function sizeOf(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const unit = bytes < 1024 ** 2 ? 'KiB' : 'MiB';
  return `${tenths.format(bytes / (unit === 'KiB' ? 1024 : 1024 ** 2))} ${unit}`;
}
