import { LongText } from './long-text.tsx';

type Pair = readonly [name: string, value: string];

/** Names and values, one line each: headers, query parameters. */
export function Pairs(props: {
  readonly pairs: readonly Pair[];
  readonly label: string;
  /** Pairs of another exchange: those that it does not have are marked. */
  readonly others?: readonly Pair[] | undefined;
}) {
  const { pairs, label, others } = props;
  if (pairs.length === 0) return <p className="body-note">None</p>;
  const known = others && new Set(others.map(keyOf));
  return (
    <dl className="exchange-pairs" aria-label={label}>
      {pairs.map((pair, index) => {
        const [name, value] = pair;
        const isOwn = known?.has(keyOf(pair)) === false;
        return (
          // A parameter may occur more than once.
          <div key={index} data-own={isOwn}>
            <dt>
              <LongText text={name} slice={500} />
            </dt>
            <dd>
              <LongText text={value} slice={2000} />
              {isOwn && <span className="visually-hidden"> (differs)</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const keyOf = ([name, value]: Pair): string => `${name.toLowerCase()}: ${value}`;
