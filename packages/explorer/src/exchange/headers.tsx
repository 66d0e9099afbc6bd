import { LongText } from './long-text.tsx';

/** The headers of a message, one line each. */
export function Headers({
  headers,
  label,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly label: string;
}) {
  const lines = Object.entries(headers);
  if (lines.length === 0) return <p className="body-note">No headers</p>;
  return (
    <dl className="exchange-headers" aria-label={label}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>
            <LongText text={name} slice={500} />
          </dt>
          <dd>
            <LongText text={value} slice={2000} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
