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

/** World that the page uses if its URL has no `world` parameter. */
const defaultWorld = 'default';

/** Interval between reads of the list, in milliseconds. */
const interval = 5000;

/** Maximum number of worlds in the list. */
const most = 500;

interface Props {
  readonly list: NonNullable<FakeControl['worlds']>;
  readonly isShown: boolean;
}

/** Lets the user switch to another world or create a new world. */
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
          This list shows {most} of {figures(all.length)} worlds. To open another world, enter its name under
          “New world”.
        </p>
      )}
      <form className={styles['form']} onSubmit={create}>
        <Field
          label="New world"
          name="name"
          required
          pattern="(?!\.{1,2}$)[A-Za-z0-9._\-]{1,128}"
          title="Expected 1 to 128 letters (A-Z, a-z), digits, “.”, “_” or “-”, but not “.” or “..”"
        />
        <div className="bar">
          <button type="submit">Create the world</button>
        </div>
        <p className="muted">The page reloads, and its first request creates the world.</p>
      </form>
      <ActionProblem error={error} />
    </>
  );
}

/** Shows the name of the world in the URL. Shows nothing for the default world. */
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

/** Loads the page for another world, and closes the open workspace and exchange. */
function switchTo(world: string): void {
  const { service } = parseRoute(location.search).route;
  location.assign(hrefOf({ service, world: world === defaultWorld ? undefined : world, panel: 'fake' }));
}
