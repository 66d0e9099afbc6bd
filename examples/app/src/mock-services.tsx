import type { MockServiceSummary } from '@mock-services/sdk';
import type { Queries } from '@mock-services/sdk/query';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { mayHaveBeenApplied, Problem } from './problem.tsx';

interface Props {
  readonly queries: Queries;
}

export function MockServices({ queries }: Props) {
  const { data, error, isPending, refetch } = useQuery(queries.mockServices.list());
  return (
    <section aria-labelledby="services">
      <h2 id="services">Configurations</h2>
      {isPending && <p role="status">Loading the mock services…</p>}
      {error && (
        <Problem error={error}>
          <button type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </Problem>
      )}
      {data?.length === 0 && <p>There are no mock services.</p>}
      <NewMockService queries={queries} />
      <ul>
        {/* The service may return a list in any order. */}
        {data
          ?.toSorted((one, other) => one.title.localeCompare(other.title))
          .map((service) => (
            <Row key={service.id} service={service} queries={queries} />
          ))}
      </ul>
    </section>
  );
}

function NewMockService({ queries }: Props) {
  const create = useMutation(queries.mockServices.create());
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const title = new FormData(form).get('title') as string;
    const cors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };
    const config = { cors, defaultResponseHeaders: {}, upstreams: [] };
    create.mutate({ type: 'REST', title, config }, { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={add}>
      <input name="title" aria-label="Title of a new mock service" required />
      <button type="submit" disabled={create.isPending}>
        {create.isPending ? 'Adding…' : 'Add'}
      </button>
      {create.error && <Problem error={create.error} />}
    </form>
  );
}

export function Row({
  service: { id, title, type, updatedAt },
  queries,
}: Props & { service: MockServiceSummary }) {
  const [isEditing, setIsEditing] = useState(false);
  const rename = useMutation({
    ...queries.mockServices.modify(),
    // After a lost response, the list shows whether the title was changed. After a refusal, the user can try again.
    onSettled: (_data, error) => setIsEditing(error !== null && !mayHaveBeenApplied(error)),
  });
  const remove = useMutation(queries.mockServices.delete());
  const isBusy = rename.isPending || remove.isPending;
  const error = rename.error ?? remove.error;

  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('title') as string;
    rename.mutate({ id, change: (current) => ({ ...current, title: entered }) });
  };

  return (
    <li aria-label={title} aria-busy={isBusy}>
      {isEditing ? (
        <form onSubmit={save}>
          <input name="title" aria-label={`New title of ${title}`} defaultValue={title} required />
          <button type="submit" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
          <button type="button" onClick={() => setIsEditing(false)}>
            Cancel
          </button>
        </form>
      ) : (
        <>
          <div>
            <strong>{title}</strong>
            <small>
              {type}, changed {new Date(updatedAt).toLocaleDateString()}
            </small>
          </div>
          <button type="button" aria-label={`Rename ${title}`} onClick={() => setIsEditing(true)}>
            Rename
          </button>
          <button
            type="button"
            aria-label={`Delete ${title}`}
            disabled={isBusy}
            onClick={() => remove.mutate(id)}
          >
            {remove.isPending ? 'Deleting…' : 'Delete'}
          </button>
        </>
      )}
      {error && <Problem error={error} />}
    </li>
  );
}
