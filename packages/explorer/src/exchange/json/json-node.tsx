import { useId, useMemo, useState } from 'react';
import { type Container, childSlice, containerOf } from './json-lines.ts';
import { JsonScalar } from './json-scalar.tsx';
import { LongText } from '../long-text.tsx';
import { More } from '../more.tsx';

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

/** A value of a JSON tree, with its name. */
export function JsonNode({ value, ...props }: Props & { readonly value: unknown }) {
  const container = useMemo(() => containerOf(value), [value]);
  if (container !== undefined && container.count > 0)
    return <JsonContainer container={container} {...props} />;
  return (
    <div className="json-line">
      <Name name={props.name} />
      {container === undefined ? <JsonScalar value={value} /> : <span>{container.brackets.join('')}</span>}
    </div>
  );
}

function JsonContainer({
  container,
  name,
  depth,
  isOpen: isOpenAtFirst = false,
}: Props & { readonly container: Container }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [count, setCount] = useState(childSlice);
  const list = useId();
  const children = useMemo(() => (isOpen ? container.children(count) : []), [container, isOpen, count]);
  const areOpen = depth === 0 && container.count <= smallEnough;
  const [open, close] = container.brackets;
  return (
    <>
      <button
        type="button"
        className="json-fold"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Name name={name} isShort />
        <span>{isOpen ? open : `${open}…${close}`}</span> <span className="json-size">{container.size}</span>
      </button>
      {isOpen && (
        <>
          <ul id={list} className={depth < deepestIndent ? 'json-list' : 'json-list json-list-deep'}>
            {children.map(({ key, value }) => (
              <li key={key}>
                <JsonNode name={key} value={value} depth={depth + 1} isOpen={areOpen && isSmall(value)} />
              </li>
            ))}
          </ul>
          <More
            left={container.count - children.length}
            step={childSlice}
            unit={open === '[' ? 'items' : 'keys'}
            onMore={() => setCount(count + childSlice)}
          />
          <div className="json-line">{close}</div>
        </>
      )}
    </>
  );
}

function isSmall(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (Array.isArray(value) ? value.length : Object.keys(value).length) <= smallEnough;
}

/** A button has room only for the start of a name, and cannot contain another button. */
function Name({
  name,
  isShort = false,
}: {
  readonly name: string | number | undefined;
  readonly isShort?: boolean;
}) {
  if (name === undefined) return null;
  if (typeof name === 'number') return <span className="json-index">{name}: </span>;
  const quoted = JSON.stringify(isShort && name.length > 200 ? `${name.slice(0, 200)}…` : name);
  return (
    <span className="json-name">
      <LongText text={quoted} slice={1000} />
      {': '}
    </span>
  );
}
