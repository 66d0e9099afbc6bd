import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { hrefOf, parseRoute, worldName } from '../route/route.tsx';
import { Select } from '../select/select.tsx';
import { useConnection } from '../service/connection.ts';
import { figures } from '../text/visible-text.tsx';
import { ActionProblem, Field, textIn } from './action.tsx';
import type { FakeControl } from './control.ts';
import styles from './fake-panel.module.css';
import { fakeKeys } from './keys.ts';

/** The world of a page whose address names none. */
const defaultWorld = 'default';

/** Milliseconds between reads of the list. */
const interval = 5000;

/** Maximum number of worlds in the list. */
const most = 500;

interface Props {
  readonly list: NonNullable<FakeControl['worlds']>;
  readonly isShown: boolean;
}

/** Switches to another world, or to a new one. */
export function Worlds({ list, isShown }: Props) {
  const { world = defaultWorld } = useConnection();
  const { data = [], error } = useQuery({
    queryKey: fakeKeys.worlds,
    queryFn: list,
    refetchInterval: interval,
    enabled: isShown,
  });
  const [chosen, setChosen] = useState(world);
  const names = data.map(({ name }) => name).filter((name) => worldName.test(name));
  const all = [...new Set([defaultWorld, world, ...names.toSorted()])];
  const create = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    switchTo(textIn(event.currentTarget, 'name'));
  };
  return (
    <>
      <div className={styles['form']}>
        <Select
          label="World"
          options={all.slice(0, most).map((name) => [name] as const)}
          value={all.includes(chosen) ? chosen : world}
          onChange={setChosen}
        />
        <div className="bar">
          <button type="button" disabled={chosen === world} onClick={() => switchTo(chosen)}>
            Switch to this world
          </button>
        </div>
      </div>
      {all.length > most && (
        <p className="muted">
          {most} of {figures(all.length)} worlds. Enter the name of another one as that of a new world.
        </p>
      )}
      <form className={styles['form']} onSubmit={create}>
        <Field
          label="New world"
          name="name"
          required
          pattern="(?!\.{1,2}$)[A-Za-z0-9._\-]{1,128}"
          title="1 to 128 characters of A-Z, a-z, 0-9, “.”, “_” and “-”, other than “.” and “..”"
        />
        <div className="bar">
          <button type="submit">Create the world</button>
        </div>
        <p className="muted">The page is loaded again, and its first request creates the world.</p>
      </form>
      <ActionProblem error={error} />
    </>
  );
}

/** The name of the world in the address. That of the default world is not shown: it would come late, and move the header. */
export function WorldName() {
  const { world } = useConnection();
  if (world === undefined) return null;
  return (
    <span className={styles['world']} title={`World: ${world}`}>
      <span className="visually-hidden">World: </span>
      {world}
    </span>
  );
}

/** Loads the page for another world, without what was open in this one. */
function switchTo(world: string): void {
  const { service } = parseRoute(location.search).route;
  location.assign(hrefOf({ service, world: world === defaultWorld ? undefined : world, panel: 'fake' }));
}
