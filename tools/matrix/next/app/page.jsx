import { runScenario } from '../scenario.mjs';

export const dynamic = 'force-dynamic';

export default async function Page() {
  await runScenario(process.env.FAKE_URL);
  return <p>The scenario passed.</p>;
}
