import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { MockService } from '@mock-services/sdk';
import { updateRoute } from '../route/route.tsx';
import { useConnection } from '../service/connection.ts';
import { Loaded } from '../service/failure.tsx';
import { useHeadingFocus } from '../shell/heading.tsx';
import { ConfirmedAction } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/text.tsx';
import { Time } from '../ui/time.tsx';
import { draftOf, emptyDraft, inputOf, type Draft } from './draft.ts';
import { MockServiceForm } from './form.tsx';
import styles from './lists.module.css';

export function MockServiceEditor({ id }: { readonly id: string }) {
  const { queries } = useConnection();
  return (
    <Loaded query={useQuery(queries.mockServices.get(id))} label="Reading the mock service">
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
  const { queries } = useConnection();
  const [saved, setSaved] = useState<Draft>();
  const modify = useMutation(queries.mockServices.modify());
  const save = (draft: Draft): void => {
    // Keep the service's current values for fields that are not in the form.
    const change = (current: MockService) => inputOf(draft, current);
    modify.mutate({ id, change }, { onSuccess: () => setSaved(draft) });
  };
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
        busy={modify.isPending}
        error={modify.error}
        onSave={save}
      >
        <Delete id={id} title={service.title} />
      </MockServiceForm>
    </Card>
  );
}

function Delete({ id, title }: { readonly id: string; readonly title: string }) {
  const { queries } = useConnection();
  const remove = useMutation({
    ...queries.mockServices.delete(),
    onSuccess: () => updateRoute({ mock: undefined }, { replace: true }),
  });
  return (
    <ConfirmedAction
      label="Delete"
      title={
        <>
          Delete “<VisibleText text={title} most="name" />
          ”?
        </>
      }
      mutation={remove}
      variables={id}
    >
      This deletes the mock service and its configuration for all users. You cannot undo this action.
    </ConfirmedAction>
  );
}

export function NewMockService() {
  const { queries } = useConnection();
  const create = useMutation({
    ...queries.mockServices.create(),
    onSuccess: ({ id }) => updateRoute({ mock: id }, { replace: true }),
  });
  return (
    <Card title="New mock service">
      <MockServiceForm
        initial={emptyDraft}
        action="Create"
        busy={create.isPending}
        error={create.error}
        onSave={(draft) => create.mutate(inputOf(draft))}
      />
    </Card>
  );
}
