/**
 * `npm run shared-fake`: examples/shared-fake on this machine, in the runtime of Cloudflare Workers, with the token `local`.
 * Arguments go to `wrangler dev`.
 */
import { spawn } from 'node:child_process';
import { installOnDemand } from './lib/on-demand.ts';
import { at } from './lib/paths.ts';

await installOnDemand('tools/workerd');
const wrangler = at('tools/workerd/node_modules/wrangler/bin/wrangler.js');
const child = spawn(process.execPath, [wrangler, 'dev', '--var', 'TOKEN:local', ...process.argv.slice(2)], {
  cwd: at('examples/shared-fake'),
  env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
