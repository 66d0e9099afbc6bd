import { isMockServicesError } from '@mock-services/sdk';
import { pointerTo } from '@mock-services/sdk/contract';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { describeError } from '../service/describe-error.ts';
import { Field } from '../ui/field.tsx';
import { VisibleText } from '../ui/text.tsx';
import type { Draft } from './draft.ts';
import { errorAt, fieldErrorsOf, isInForm, type FieldError } from './field-errors.ts';
import { PairFields } from './pair-fields.tsx';
import { UnsavedGuard } from './unsaved.tsx';
import styles from './lists.module.css';

/** If saving fails, each error appears next to its field, and the first invalid field receives the focus. */
export function MockServiceForm(props: {
  readonly initial: Draft;
  readonly saved?: Draft | undefined;
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSave: (draft: Draft) => void;
  readonly children?: ReactNode;
}) {
  const { initial, saved, action, busy, error, onSave, children } = props;
  const [first] = useState(initial);
  const [draft, setDraft] = useState(first);
  const form = useRef<HTMLFormElement>(null);
  const errors = fieldErrorsOf(error);
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(saved ?? first);
  const set = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  useLayoutEffect(() => {
    if (error === null) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid=true]') ?? find('[role=alert]'))?.focus();
  }, [error]);
  const text = (label: string, key: Exclude<keyof Draft, 'headers' | 'upstreams'>, parent = '') => (
    <Field
      label={label}
      value={draft[key]}
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
      error={errorAt(errors, `${parent}/${key}`)}
      rows={parent === '' ? undefined : 3}
      hint={key === 'title' && draft.title === '' && 'Without a title, the list shows “(no title)”.'}
    />
  );
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave(draft);
      }}
    >
      {error !== null && <FormProblem error={error} errors={errors} />}
      <div className={styles['row']}>
        {text('Title', 'title')}
        {text('Type', 'type')}
      </div>
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
        <div className={styles['row']}>
          {text('Allowed origins', 'allowedOrigins', '/config/cors')}
          {text('Allowed methods', 'allowedMethods', '/config/cors')}
          {text('Allowed headers', 'allowedHeaders', '/config/cors')}
        </div>
      </fieldset>
      <PairFields
        legend="Default response headers"
        hint="Values are JSON, for example true. Anything else is saved as text."
        noun="header"
        rows={draft.headers}
        columns={{ name: 'Name', value: 'Value' }}
        blank={{ name: '', value: 'true' }}
        errorOf={({ name }, _, key) =>
          key === 'value' ? errorAt(errors, pointerTo('/config/defaultResponseHeaders', name)) : undefined
        }
        onChange={(headers) => set({ headers })}
      />
      <div className={`bar ${styles['actions']}`}>
        <button type="submit" className="primary" disabled={busy}>
          {busy ? 'Saving…' : action}
        </button>
        <p role="status" className="muted">
          {isUnsaved ? 'Not saved yet.' : saved !== undefined && 'Saved.'}
        </p>
        <span className="end">{children}</span>
      </div>
      {isUnsaved && <UnsavedGuard />}
    </form>
  );
}

function FormProblem({ error, errors }: { readonly error: unknown; readonly errors: readonly FieldError[] }) {
  const { title, message, hint = '' } = describeError(error);
  // Show only errors that do not belong to a field in the form.
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
