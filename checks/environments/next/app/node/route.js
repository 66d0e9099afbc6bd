import { runScenario } from '../../scenario.mjs';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export async function GET() {
  await runScenario(process.env.MOCKS_URL);
  return new Response('The scenario passed.');
}
