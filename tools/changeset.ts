/** `npm run changeset`: describes a change, or makes and publishes a version of all that were described. */
import { spawn } from 'node:child_process';
import { installOnDemand } from './lib/on-demand.ts';
import { at, root } from './lib/paths.ts';

const usage = `Usage: npm run changeset [-- <command>]

  npm run changeset                asks which packages changed and how, and writes a file to .changeset
  npm run changeset -- status      what the next version would be
  npm run changeset -- version     makes it: versions and CHANGELOG.md of all packages, which share one version
  npm run changeset -- publish     publishes each package whose version the registry does not have`;

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    console.log(usage);
    return;
  }
  await installOnDemand('tools/release');
  const program = at('tools/release/node_modules/@changesets/cli/bin.js');
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

await main(process.argv.slice(2));
