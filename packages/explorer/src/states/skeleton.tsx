import './states.css';

/** The outline of data that is being read. */
export function Skeleton({
  label,
  rows = 6,
}: {
  readonly label: string;
  readonly rows?: number | undefined;
}) {
  return (
    <div className="skeleton" role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton-row" />
      ))}
    </div>
  );
}
