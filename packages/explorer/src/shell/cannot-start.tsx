import './shell.css';
import { ServiceForm } from '../service/service-form.tsx';
import { Failure } from '../states/failure.tsx';

interface Props {
  readonly error: unknown;
  readonly service: string | undefined;
}

/** The page without a service: the reason, and a form for another one. */
export function CannotStart({ error, service }: Props) {
  return (
    <main className="shell-main">
      <h1>Mock Services explorer</h1>
      {service === undefined ? (
        <Failure error={error} title="The fake server did not start" onRetry={() => location.reload()} />
      ) : (
        // There is no other reason: nothing was sent yet.
        <Failure
          error="It must be an absolute http or https URL without user name and password, such as https://mocks.example.com/api."
          title="The address of the service cannot be used"
        />
      )}
      <div className="state">
        <ServiceForm service={service} />
      </div>
    </main>
  );
}
