import { pointerTo } from '@mock-services/sdk/contract';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { describeError } from '../states/describe-error.ts';
import { longest } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';
import type { Draft } from './draft.ts';
import { errorAt, fieldErrorsOf } from './field-errors.ts';
import { Field } from './field.tsx';
import { Pairs } from './pairs.tsx';

interface Props {
  readonly initial: Draft;
  readonly action: string;
  readonly busy: boolean;
  /** Why saving failed; null if it did not. */
  readonly error: unknown;
  readonly onSave: (draft: Draft) => void;
  /** Additional buttons. */
  readonly children?: ReactNode;
}

/** The fields of a mock service. Problems are shown beside their field, and the first such field gets the focus. */
export function ServiceForm({ initial, action, busy, error, onSave, children }: Props) {
  const [draft, setDraft] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  const errors = fieldErrorsOf(error);
  const set = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  useEffect(() => {
    if (error === null) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid=true]') ?? find('.form-problem'))?.focus();
  }, [error]);
  const text = (label: string, key: 'title' | 'type', pointer: string) => (
    <Field
      label={label}
      value={draft[key]}
      onChange={(value) => set({ [key]: value })}
      error={errorAt(errors, pointer)}
    />
  );
  const lines = (label: string, key: 'allowedOrigins' | 'allowedMethods' | 'allowedHeaders') => (
    <Field
      label={label}
      rows={3}
      hint="One to a line"
      value={draft[key]}
      onChange={(value) => set({ [key]: value })}
      error={errorAt(errors, `/config/cors/${key}`)}
    />
  );
  return (
    <form
      ref={form}
      className="service-fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave(draft);
      }}
    >
      {error !== null && <FormProblem error={error} count={errors.length} />}
      <div className="field-row">
        {text('Title', 'title', '/title')}
        {text('Type', 'type', '/type')}
      </div>
      <fieldset>
        <legend>Cross-origin access</legend>
        <div className="field-row">
          {lines('Allowed origins', 'allowedOrigins')}
          {lines('Allowed methods', 'allowedMethods')}
          {lines('Allowed headers', 'allowedHeaders')}
        </div>
      </fieldset>
      <Pairs
        legend="Default response headers"
        hint="A value is JSON, such as true; anything else is taken as text."
        noun="header"
        rows={draft.headers}
        columns={[
          { key: 'name', label: 'Name' },
          { key: 'value', label: 'Value' },
        ]}
        blank={{ name: '', value: 'true' }}
        errors={errors}
        pointerOf={({ name }, _, key) =>
          key === 'value' ? pointerTo('/config/defaultResponseHeaders', name) : '/-'
        }
        onChange={(headers) => set({ headers })}
      />
      <Pairs
        legend="Upstreams"
        hint="A name and an absolute URL."
        noun="upstream"
        rows={draft.upstreams}
        columns={[
          { key: 'name', label: 'Name' },
          { key: 'url', label: 'URL' },
        ]}
        blank={{ name: '', url: 'https://' }}
        errors={errors}
        pointerOf={(_, index, key) => `/config/upstreams/${index}/${key}`}
        onChange={(upstreams) => set({ upstreams })}
      />
      <div className="form-actions">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? 'Saving…' : action}
        </button>
        {children}
      </div>
    </form>
  );
}

function FormProblem({ error, count }: { readonly error: unknown; readonly count: number }) {
  const { title, message } = describeError(error);
  return (
    <div className="notice notice-warning form-problem" role="alert" tabIndex={-1}>
      <p>
        <strong>
          {count > 0 ? `Not saved: ${count} ${count === 1 ? 'field is' : 'fields are'} wrong.` : `${title}.`}
        </strong>{' '}
        <span className="notice-detail">
          <VisibleText text={message} most={longest.message} />
        </span>
      </p>
    </div>
  );
}
