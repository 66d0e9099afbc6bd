import { authorized } from '../../workers/remote-fake.ts';
import { startWorkerd } from '../../workers/workerd.ts';
import { conformanceSuite } from './suite.ts';

const token = 'conformance';
const module = `
import { createWorker } from '@mock-services/fake-server/workers';
const { worker, World } = createWorker({ requiredToken: '${token}' });
export default worker;
export { World };
`;

conformanceSuite('workerd (durable object)', async () => {
  const { url, close } = await startWorkerd({ module });
  return { baseUrl: `${url}/worlds/conformance`, fetch: authorized(token), close };
});
