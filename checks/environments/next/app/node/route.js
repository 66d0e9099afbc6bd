import { runScenario } from '../../scenario.mjs';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export async function GET() {
  await runScenario(process.env.SERVICE);
  return new Response('The scenario passed.');
}
