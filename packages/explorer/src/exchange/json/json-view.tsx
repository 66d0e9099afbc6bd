import { useId, useMemo, useState } from 'react';
import { LongText, More } from '../long-text.tsx';
import bodyStyles from '../body/body.module.css';
import styles from './json-view.module.css';

/** Number of children that are shown at first, and added each time. */
const childSlice = 100;

/** Deeper levels are not indented further. */
const deepestIndent = 24;

/** Objects and arrays up to this size are open initially if they are near the root. */
const smallEnough = 20;

interface Props {
  /** Name within its object; absent within an array. */
  readonly name?: string | number | undefined;
  readonly depth: number;
  readonly isOpen?: boolean;
}

/** A JSON value as a tree. Only unfolded parts are read. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <div
      className={`${bodyStyles['scroll']} ${styles['json']}`}
      tabIndex={0}
      role="group"
      aria-label={`${label}, JSON`}
    >
      <JsonNode value={value} depth={0} isOpen />
    </div>
  );
}

/** A value of a JSON tree, with its name. */
function JsonNode({ value, ...props }: Props & { readonly value: unknown }) {
  const container = useMemo(() => containerOf(value), [value]);
  if (container !== undefined && container.count > 0)
    return <JsonContainer container={container} {...props} />;
  return (
    <div className={styles['line']}>
      <Name name={props.name} />
      {container === undefined ? <JsonScalar value={value} /> : <span>{container.brackets}</span>}
    </div>
  );
}

function JsonContainer(props: Props & { readonly container: Container }) {
  const { container, name, depth } = props;
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  const [count, setCount] = useState(childSlice);
  const list = useId();
  const children = useMemo(() => (isOpen ? container.children(count) : []), [container, isOpen, count]);
  const areOpen = depth === 0 && container.count <= smallEnough;
  const [open, close] = container.brackets;
  return (
    <>
      <button
        type="button"
        className={styles['fold']}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Name name={name} isShort />
        <span>{isOpen ? open : `${open}…${close}`}</span>{' '}
        <span className={styles['size']}>{sizeOf(container)}</span>
      </button>
      {isOpen && (
        <>
          <ul id={list} className={styles[depth < deepestIndent ? 'list' : 'deep']}>
            {children.map(({ key, value }) => (
              <li key={key}>
                <JsonNode name={key} value={value} depth={depth + 1} isOpen={areOpen && isSmall(value)} />
              </li>
            ))}
          </ul>
          <More
            left={container.count - children.length}
            step={childSlice}
            unit={`${container.unit}s`}
            onMore={() => setCount(count + childSlice)}
          />
          <div className={styles['line']}>{close}</div>
        </>
      )}
    </>
  );
}

/** A string, number, boolean or null of a JSON tree. */
function JsonScalar({ value }: { readonly value: unknown }) {
  const text = useMemo(() => JSON.stringify(value), [value]);
  if (typeof value === 'string')
    return (
      <span className={styles['string']}>
        <LongText text={text} slice={2000} />
      </span>
    );
  return (
    <span className={styles['literal']}>
      {text}
      {isRounded(value) && <span className={styles['size']}> rounded; the text has every digit</span>}
    </span>
  );
}

type Container = NonNullable<ReturnType<typeof containerOf>>;

/** A JSON value as a container with its first children; `undefined` for a scalar. Reads only one level. */
function containerOf(value: unknown) {
  if (typeof value !== 'object' || value === null) return undefined;
  const isArray = Array.isArray(value);
  const parts: readonly unknown[] = isArray ? value : Object.keys(value);
  return {
    brackets: isArray ? '[]' : '{}',
    unit: isArray ? 'item' : 'key',
    count: parts.length,
    children: (count: number) =>
      parts.slice(0, count).map((part, index) => {
        const key = isArray ? index : String(part);
        return { key, value: Reflect.get(value, key) as unknown };
      }),
  };
}

/** `3 items`, `1 key`. */
const sizeOf = ({ count, unit }: Container): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

const isSmall = (value: unknown): boolean => (containerOf(value)?.count ?? Infinity) <= smallEnough;

/** Whether a number lost precision: JavaScript has 53 bits. */
const isRounded = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** A button has room only for the start of a name, and cannot contain another button. */
function Name({ name, isShort }: { readonly name: Props['name']; readonly isShort?: boolean }) {
  if (name === undefined) return null;
  if (typeof name === 'number') return <span className={styles['index']}>{name}: </span>;
  const quoted = JSON.stringify(isShort && name.length > 200 ? `${name.slice(0, 200)}…` : name);
  return (
    <span className={styles['name']}>
      <LongText text={quoted} slice={1000} />
      {': '}
    </span>
  );
}
