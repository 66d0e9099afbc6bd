import { createFakeServer, demoSeed } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { WithFake } from './with-fake';
import { Names } from './names';

/** Creates a client for the server, which calls a fake server through `fake.fetch`. */
function serverClient() {
  const fake = createFakeServer({ seed: demoSeed() });
  return createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch });
}

export default async function Page() {
  const mockServices = await serverClient().mockServices.list();
  return (
    <>
      <p>{mockServices.length} mock services</p>
      <WithFake isOn={process.env['FAKE'] === '1'}>
        <Names />
      </WithFake>
    </>
  );
}
