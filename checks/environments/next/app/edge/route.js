import { runScenario } from '../../scenario.mjs';

export const runtime = 'edge';
export const dynamic = 'force-dynamic';

export async function GET() {
  await runScenario();
  return new Response('The scenario passed.');
}
