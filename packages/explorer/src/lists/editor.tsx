import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { MockService, MockServiceSummary } from '@mock-services/sdk';
import { updateRoute } from '../route/route.tsx';
import { useConnection } from '../service/connection.ts';
import { Loaded } from '../service/failure.tsx';
import { keys, useMockService } from '../service/queries.ts';
import { isSameId } from '../service/same-id.ts';
import { useHeadingFocus } from '../shell/heading.tsx';
import { ConfirmedAction } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/text.tsx';
import { Time } from '../ui/time.tsx';
import { draftOf, emptyDraft, inputOf, type Draft } from './draft.ts';
import { MockServiceForm } from './form.tsx';
import styles from './lists.module.css';

export function MockServiceEditor({ id }: { readonly id: string }) {
  return (
    <Loaded query={useMockService(id)} label="Reading the mock service">
      {(service) => <EditMockService service={service} />}
    </Loaded>
  );
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useHeadingFocus();
  return (
    <section className={`surface ${styles['card']}`} aria-labelledby="editor-title">
      <h2 ref={heading} id="editor-title" tabIndex={-1}>
        <VisibleText text={title} most="name" />
      </h2>
      {children}
    </section>
  );
}

function EditMockService({ service }: { readonly service: MockService }) {
  const { id } = service;
  const { client } = useConnection();
  const cache = useQueryClient();
  const [saved, setSaved] = useState<Draft>();
  const save = useMutation({
    // Keep the service's current values for fields that are not in the form.
    mutationFn: (draft: Draft) => client.mockServices.modify(id, (current) => inputOf(draft, current)),
    onSuccess: (result, draft) => {
      setSaved(draft);
      cache.setQueryData(keys.mockService(id), result);
    },
    // Read the list even after an error, because the service may have applied the change.
    onSettled: () => cache.invalidateQueries({ queryKey: keys.mockServices, exact: true }),
  });
  return (
    <Card title={service.title}>
      <p className="muted">
        <span className="mono">
          <VisibleText text={id} most="name" />
        </span>{' '}
        · updated <Time timestamp={service.updatedAt} />
      </p>
      <MockServiceForm
        initial={draftOf(service)}
        saved={saved}
        action="Save"
        busy={save.isPending}
        error={save.error}
        onSave={(draft) => save.mutate(draft)}
      >
        <Delete id={id} title={service.title} />
      </MockServiceForm>
    </Card>
  );
}

function Delete({ id, title }: { readonly id: string; readonly title: string }) {
  const { client } = useConnection();
  const cache = useQueryClient();
  const remove = async (): Promise<void> => {
    await client.mockServices.delete(id);
    // Close the form first, because an open form would read the deleted mock service again.
    updateRoute({ mock: undefined }, { replace: true });
    cache.setQueryData<MockServiceSummary[]>(keys.mockServices, (list) =>
      list?.filter((item) => !isSameId(item.id, id)),
    );
    await cache.invalidateQueries({ queryKey: keys.mockServices, exact: true });
  };
  return (
    <ConfirmedAction
      label="Delete"
      title={
        <>
          Delete “<VisibleText text={title} most="name" />
          ”?
        </>
      }
      run={remove}
    >
      This deletes the mock service and its configuration for all users. You cannot undo this action.
    </ConfirmedAction>
  );
}

export function NewMockService() {
  const { client } = useConnection();
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: (draft: Draft) => client.mockServices.create(inputOf(draft)),
    onSuccess: ({ id }) => updateRoute({ mock: id }, { replace: true }),
    // Read the list even after an error, because the service may have created the mock service.
    onSettled: () => cache.invalidateQueries({ queryKey: keys.mockServices, exact: true }),
  });
  return (
    <Card title="New mock service">
      <MockServiceForm
        initial={emptyDraft}
        action="Create"
        busy={create.isPending}
        error={create.error}
        onSave={(draft) => create.mutate(draft)}
      />
    </Card>
  );
}
