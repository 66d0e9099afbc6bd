import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MockService, MockServiceSummary } from '@mock-services/sdk';
import { keys, useMockService } from '../data/queries.ts';
import { updateRoute } from '../route/navigation.ts';
import { useConnection } from '../service/connection.ts';
import { Confirm } from '../shell/confirm.tsx';
import { Loaded } from '../states/loaded.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Time } from '../time/time.tsx';
import { draftOf, inputOf, type Draft } from './draft.ts';
import { ServiceForm } from './form.tsx';

/** Reads, changes and deletes a mock service. */
export function Editor({ id }: { readonly id: string }) {
  const query = useMockService(id);
  return (
    <Loaded query={query} label="Reading the mock service">
      {(service) => <Form service={service} />}
    </Loaded>
  );
}

function Form({ service }: { readonly service: MockService }) {
  const { id } = service;
  const { client } = useConnection();
  const cache = useQueryClient();
  const [saved, setSaved] = useState<Draft>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form that created it is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const save = useMutation({
    // Fields that are not in the form keep their current values on the service.
    mutationFn: (draft: Draft) => client.mockServices.modify(id, (current) => inputOf(draft, current)),
    onSuccess: (result, draft) => {
      setSaved(draft);
      cache.setQueryData(keys.mockService(id), result);
      return cache.invalidateQueries({ queryKey: keys.mockServices, exact: true });
    },
  });
  return (
    <section className="editor" aria-labelledby="editor-title">
      <div className="editor-head">
        <h2 ref={heading} id="editor-title" tabIndex={-1}>
          <VisibleText text={service.title} most="name" />
        </h2>
        <p className="muted">
          <span className="mono">
            <VisibleText text={id} most="name" />
          </span>{' '}
          · updated <Time timestamp={service.updatedAt} />
        </p>
      </div>
      <ServiceForm
        initial={draftOf(service)}
        saved={saved}
        action="Save"
        busy={save.isPending}
        error={save.error}
        onSave={(draft) => save.mutate(draft)}
      >
        <Delete id={id} title={service.title} />
      </ServiceForm>
    </section>
  );
}

function Delete({ id, title }: { readonly id: string; readonly title: string }) {
  const [isAsking, setAsking] = useState(false);
  const { client } = useConnection();
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.mockServices.delete(id),
    onSuccess: () => {
      cache.removeQueries({ queryKey: keys.mockService(id) });
      // Immediately, without waiting for a new list.
      cache.setQueryData<MockServiceSummary[]>(keys.mockServices, (list) =>
        list?.filter((item) => item.id !== id),
      );
      updateRoute({ mock: undefined }, { replace: true });
      return cache.invalidateQueries({ queryKey: keys.mockServices, exact: true });
    },
  });
  return (
    <>
      <button type="button" className="danger" onClick={() => setAsking(true)}>
        Delete
      </button>
      {isAsking && (
        <Confirm
          title={
            <>
              Delete “<VisibleText text={title} most="name" />
              ”?
            </>
          }
          action="Delete"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onCancel={() => {
            remove.reset();
            setAsking(false);
          }}
        >
          The mock service and its configuration are deleted for everyone. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}
