import type { MockServiceConfig } from '@mock-services/sdk';
import { useConfiguration } from '../data/queries.ts';
import { Loaded } from '../states/loaded.tsx';
import { VisibleText } from '../text/visible-text.tsx';

/** The configuration of a workspace, which has the shape of a mock service. */
export function Configuration({ id }: { readonly id: string }) {
  const query = useConfiguration(id);
  return (
    <Loaded query={query} label="Reading the configuration">
      {({ title, type, config }) => (
        <dl className="facts">
          <Fact name="Title" value={title} />
          <Fact name="Type" value={type} />
          {factsOf(config).map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      )}
    </Loaded>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === '' ? <span className="muted">none</span> : <VisibleText text={value} most="message" />}
      </dd>
    </div>
  );
}

function factsOf({
  cors,
  defaultResponseHeaders,
  upstreams,
}: MockServiceConfig): [name: string, value: string][] {
  return [
    ['Allowed origins', cors.allowedOrigins.join(', ')],
    ['Allowed methods', cors.allowedMethods.join(', ')],
    ['Allowed headers', cors.allowedHeaders.join(', ')],
    [
      'Default response headers',
      Object.entries(defaultResponseHeaders)
        .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
        .join('\n'),
    ],
    ['Upstreams', upstreams.map(({ name, url }) => `${name} → ${url}`).join('\n')],
  ];
}
