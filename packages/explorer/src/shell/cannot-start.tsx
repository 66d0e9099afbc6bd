import './shell.css';
import { ServiceForm } from '../service/service-form.tsx';
import { Failure } from '../states/failure.tsx';

/** The page without a service: the reason, and a form for another one. */
export function CannotStart({
  error,
  service,
}: {
  readonly error: unknown;
  readonly service: string | undefined;
}) {
  return (
    <main className="shell-main">
      <h1>Mock Services explorer</h1>
      <Failure error={error} onRetry={() => location.reload()} />
      <div className="state">
        <ServiceForm service={service} />
      </div>
    </main>
  );
}
