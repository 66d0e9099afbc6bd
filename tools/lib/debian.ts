import { command } from './command.ts';

/**
 * Installs Debian packages. The function does nothing if the system is not Debian or if this process does not run as
 * root.
 */
export async function installDebian(...names: readonly string[]): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const shortWaits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
  await command('apt-get', [...shortWaits, 'update'], { env, seconds: 120 });
  // Another process may hold the package manager's lock.
  const lockWait = ['-o', 'DPkg::Lock::Timeout=240'];
  const install = [...shortWaits, ...lockWait, 'install', '-y', '--no-install-recommends', ...names];
  await command('apt-get', install, { env, seconds: 300 });
}
