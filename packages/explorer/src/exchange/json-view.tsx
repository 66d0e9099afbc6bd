import { useContext, useId, useMemo, useState } from 'react';
import { Highlight, includes, LongText, More } from '../ui/text.tsx';
import styles from './exchange.module.css';

const childSlice = 100;

/** Below the root, an object or array with more than 20 children is collapsed at first, unless it has a search hit. */
const smallEnough = 20;

interface Props {
  /** Key in the parent object, or index in the parent array. The root has no name. */
  readonly name?: string | number | undefined;
  readonly depth: number;
  readonly isOpen?: boolean;
}

export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={`${label}, JSON`}>
      <JsonNode value={value} depth={0} isOpen />
    </div>
  );
}

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
  const wanted = useContext(Highlight);
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  const [count, setCount] = useState(childSlice);
  const list = useId();
  const children = useMemo(() => (isOpen ? container.children(count) : []), [container, isOpen, count]);
  const areOpen = depth < 3 && container.count <= smallEnough;
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
          <ul id={list} className={styles['list']}>
            {children.map(({ key, value }) => (
              <li key={key}>
                <JsonNode
                  name={key}
                  value={value}
                  depth={depth + 1}
                  isOpen={(areOpen && isSmall(value)) || contains(value, wanted)}
                />
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
      {isRounded(value) && (
        <span className={styles['size']}> (rounded; “Show as text” shows all digits)</span>
      )}
    </span>
  );
}

type Container = NonNullable<ReturnType<typeof containerOf>>;

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

const sizeOf = ({ count, unit }: Container): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

const contains = (value: unknown, wanted: string): boolean =>
  wanted !== '' && includes(JSON.stringify(value), wanted);

const isSmall = (value: unknown): boolean => (containerOf(value)?.count ?? Infinity) <= smallEnough;

/** JavaScript represents integers exactly only up to 53 bits. */
const isRounded = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** If `isShort` is set, the name is truncated, because a button cannot contain the button that shows more text. */
function Name({ name, isShort }: { readonly name: Props['name']; readonly isShort?: boolean }) {
  if (name === undefined) return null;
  if (typeof name === 'number') return <span className={styles['size']}>{name}: </span>;
  const quoted = JSON.stringify(isShort && name.length > 200 ? `${name.slice(0, 200)}…` : name);
  return (
    <span className={styles['name']}>
      <LongText text={quoted} slice={1000} />
      {': '}
    </span>
  );
}
