import { pointerTo } from '@mock-services/sdk/contract';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Advice } from '../states/advice.tsx';
import { describeError } from '../states/describe-error.ts';
import { VisibleText } from '../text/visible-text.tsx';
import type { Draft } from './draft.ts';
import { countFields, errorAt, fieldErrorsOf, isInForm, type FieldError } from './field-errors.ts';
import { Field, PairFields } from './field.tsx';
import { UnsavedGuard } from './unsaved.tsx';
import { headerNameField, warningsOf } from './warnings.ts';
import styles from './mock-services.module.css';

interface Props {
  readonly initial: Draft;
  /** The most recently saved draft. */
  readonly saved?: Draft | undefined;
  readonly action: string;
  readonly busy: boolean;
  /** Error of the last attempt to save, or null. */
  readonly error: unknown;
  readonly onSave: (draft: Draft) => void;
  /** Additional buttons. */
  readonly children?: ReactNode;
}

/**
 * Form for a mock service. If saving fails, shows each error next to its field and moves the focus to the first invalid
 * field.
 */
export function MockServiceForm({ initial, saved, action, busy, error, onSave, children }: Props) {
  const [first] = useState(initial);
  const [draft, setDraft] = useState(first);
  const form = useRef<HTMLFormElement>(null);
  const errors = fieldErrorsOf(error);
  const warnings = warningsOf(draft);
  // Count only warnings that are displayed. A field with an error hides its warning.
  const odd = [...warnings.keys()].filter((field) => errorAt(errors, field) === undefined).length;
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
      onChange={(value) => set({ [key]: value })}
      error={errorAt(errors, `${parent}/${key}`)}
      warning={warnings.get(`${parent}/${key}`)}
      {...(parent !== '' && { rows: 3, hint: 'One per line' })}
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
      {error !== null && <FormProblem error={error} errors={errors} odd={odd} />}
      <div className={styles['row']}>
        {text('Title', 'title')}
        {text('Type', 'type')}
      </div>
      <fieldset>
        <legend>Cross-origin access</legend>
        <div className={styles['row']}>
          {text('Allowed origins', 'allowedOrigins', '/config/cors')}
          {text('Allowed methods', 'allowedMethods', '/config/cors')}
          {text('Allowed headers', 'allowedHeaders', '/config/cors')}
        </div>
      </fieldset>
      <PairFields
        legend="Default response headers"
        hint="Values are parsed as JSON, for example true. A value that is not valid JSON is saved as text."
        noun="header"
        rows={draft.headers}
        columns={{ name: 'Name', value: 'Value' }}
        blank={{ name: '', value: 'true' }}
        errorOf={({ name }, _, key) =>
          key === 'value' ? errorAt(errors, pointerTo('/config/defaultResponseHeaders', name)) : undefined
        }
        warningOf={(index, key) => (key === 'name' ? warnings.get(headerNameField(index)) : undefined)}
        onChange={(headers) => set({ headers })}
      />
      <PairFields
        legend="Upstreams"
        hint="Each upstream must have a name and an absolute URL."
        noun="upstream"
        rows={draft.upstreams}
        columns={{ name: 'Name', url: 'URL' }}
        blank={{ name: '', url: 'https://' }}
        errorOf={(_, index, key) => errorAt(errors, `/config/upstreams/${index}/${key}`)}
        warningOf={(index, key) => warnings.get(`/config/upstreams/${index}/${key}`)}
        onChange={(upstreams) => set({ upstreams })}
      />
      <div className="bar">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? 'Saving…' : action}
        </button>
        {children}
        <p role="status" className="muted">
          {isUnsaved ? 'Not saved yet.' : saved !== undefined && 'Saved.'}
          {errors.length === 0 &&
            odd > 0 &&
            ` ${fields(odd, 'has a warning', 'have a warning')}, but can be saved.`}
        </p>
      </div>
      {isUnsaved && <UnsavedGuard />}
    </form>
  );
}

function fields(count: number, one: string, many: string): string {
  return count === 1 ? `1 field ${one}` : `${count} fields ${many}`;
}

/** Returns a message with the number of fields that have an error, and the number of other fields that have a warning. */
function notSaved(wrong: number, odd: number): string {
  const others = odd === 1 ? '1 other field has a warning' : `${odd} other fields have a warning`;
  return `Not saved: ${fields(wrong, 'is invalid', 'are invalid')}${odd === 0 ? '' : `, and ${others}`}.`;
}

function FormProblem(props: {
  readonly error: unknown;
  readonly errors: readonly FieldError[];
  /** Number of fields that have a warning but no error. */
  readonly odd: number;
}) {
  const { error, errors, odd } = props;
  const { title, message, hint = '' } = describeError(error);
  const count = countFields(errors);
  // Show only errors that do not belong to a field in the form.
  const elsewhere = errors.filter((one) => !isInForm(one)).map((one) => `${one.pointer}: ${one.message}`);
  const details = count > 0 ? elsewhere.join('\n') : message;
  return (
    <div className="notice notice-warning bar bar-apart" role="alert" tabIndex={-1}>
      <p>
        <strong>{count > 0 ? notSaved(count, odd) : `${title}.`}</strong>{' '}
        <span className="notice-detail">
          <VisibleText text={details} most="message" />
        </span>{' '}
        {count === 0 && <Advice text={hint} />}
      </p>
    </div>
  );
}
