import { isMockServicesError } from '@mock-services/sdk';
import { pointerTo } from '@mock-services/sdk/contract';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { describeError } from '../service/describe-error.ts';
import { Field } from '../ui/field.tsx';
import { VisibleText } from '../ui/text.tsx';
import type { Draft } from './draft.ts';
import { listFields, textFields } from './fields.ts';
import { errorAt, fieldErrorsOf, headerErrors, isInForm, type FieldError } from './field-errors.ts';
import { isSame } from './merge.ts';
import { PairFields } from './pair-fields.tsx';
import { UnsavedGuard } from './unsaved.tsx';
import styles from './lists.module.css';

export interface Editing {
  readonly base: Draft;
  readonly draft: Draft;
}

/** If saving fails, each error appears next to its field, and the first invalid field receives the focus. */
export function MockServiceForm(props: {
  readonly editing: Editing;
  readonly onChange: (update: (now: Editing) => Editing) => void;
  readonly isSaved?: boolean;
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  /** Creates a new mock service from the draft. Set if the edited mock service no longer exists. */
  readonly onRecreate?: (() => void) | undefined;
  readonly onSave: () => void;
  readonly children?: ReactNode;
}) {
  const { editing, onChange, isSaved = false, action, busy, error, onRecreate, onSave, children } = props;
  const { base, draft } = editing;
  // Each failed attempt creates a new object, so that it moves the focus again.
  const [refused, setRefused] = useState<object | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // The form may reject a header of the service, so validate headers only if the user changed them.
  const own = isSame(draft.headers, base.headers) ? [] : headerErrors(draft.headers);
  const errors = refused === null || own.length === 0 ? fieldErrorsOf(error) : own;
  const isUnsaved = !isSame(draft, base);
  const set = (changes: Partial<Draft>): void =>
    onChange((now) => ({ ...now, draft: { ...now.draft, ...changes } }));
  const submit = (action: () => void): void => {
    setRefused(own.length > 0 ? {} : null);
    if (own.length === 0 && !busy) action();
  };
  useLayoutEffect(() => {
    if (error === null && refused === null) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid=true]') ?? find('[role=alert]'))?.focus();
  }, [error, refused]);
  const inputs = (fields: typeof textFields | typeof listFields, rows?: number) =>
    fields.map(({ key, label, parent }) => (
      <Field
        key={key}
        label={label}
        value={draft[key]}
        onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
        error={errorAt(errors, `${parent}/${key}`)}
        rows={rows}
        hint={key === 'title' && draft.title === '' && 'Without a title, the list shows “(no title)”.'}
      />
    ));
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(onSave);
      }}
    >
      {(error !== null || errors.length > 0) && (
        <FormProblem
          error={error}
          errors={errors}
          busy={busy}
          onRecreate={onRecreate && (() => submit(onRecreate))}
        />
      )}
      <div className={styles['row']}>{inputs(textFields)}</div>
      <PairFields
        legend="Upstreams"
        noun="upstream"
        rows={draft.upstreams}
        columns={{ name: 'Name', url: 'URL' }}
        blank={{ name: '', url: 'https://' }}
        errorOf={(_, index, key) => errorAt(errors, `/config/upstreams/${index}/${key}`)}
        onChange={(upstreams) => set({ upstreams })}
      />
      <fieldset aria-describedby="one-per-line">
        <legend>Cross-origin access</legend>
        <p id="one-per-line" className="muted">
          Enter one value per line.
        </p>
        <div className={styles['row']}>{inputs(listFields, 3)}</div>
      </fieldset>
      <PairFields
        legend="Default response headers"
        hint="Values are JSON, for example true. Anything else is saved as text."
        noun="header"
        rows={draft.headers}
        columns={{ name: 'Name', value: 'Value' }}
        blank={{ name: '', value: 'true' }}
        errorOf={({ name }, index, key) =>
          errorAt(
            errors,
            key === 'name' ? `/headers/${index}` : pointerTo('/config/defaultResponseHeaders', name),
          )
        }
        onChange={(headers) => set({ headers })}
      />
      <div className={`bar ${styles['actions']}`}>
        {/* A disabled button would lose the focus. */}
        <button type="submit" className="primary" aria-disabled={busy}>
          {busy ? 'Saving…' : action}
        </button>
        <p role="status" className="muted">
          {isUnsaved ? 'Not saved yet.' : isSaved && 'Saved.'}
        </p>
        <span className="end">{children}</span>
      </div>
      {isUnsaved && <UnsavedGuard />}
    </form>
  );
}

function FormProblem(props: {
  readonly error: unknown;
  readonly errors: readonly FieldError[];
  readonly busy: boolean;
  readonly onRecreate: (() => void) | undefined;
}) {
  const { error, errors, busy, onRecreate } = props;
  if (onRecreate !== undefined)
    return (
      <div className="notice bar" role="alert" tabIndex={-1}>
        <p>
          <strong>Not saved. This mock service no longer exists.</strong> The form still contains what you
          typed.
        </p>
        <button type="button" disabled={busy} onClick={onRecreate}>
          Create a new mock service from it
        </button>
      </div>
    );
  const { title, message, hint = '' } = describeError(error);
  const elsewhere = errors.filter((one) => !isInForm(one)).map((one) => `${one.pointer}: ${one.message}`);
  const mayBeApplied = isMockServicesError(error) && error.mayHaveBeenApplied;
  return (
    <div className="notice" role="alert" tabIndex={-1}>
      <p>
        <strong>{errors.length > 0 ? 'Not saved. Correct the marked fields.' : `${title}.`}</strong>{' '}
        {errors.length === 0 &&
          mayBeApplied &&
          'The change may have been applied nevertheless. Check the list. '}
        {errors.length === 0 && hint}
      </p>
      <p className="mono muted">
        <VisibleText text={errors.length > 0 ? elsewhere.join('\n') : message} most="message" />
      </p>
    </div>
  );
}
