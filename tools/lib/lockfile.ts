/** Reads npm's lockfiles, and the one that npm keeps of what it installed. */
import { existsSync, readFileSync } from 'node:fs';

/** A package in a lockfile. */
interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages of a lockfile by the folder they are installed in; none where there is no such file. */
export type Lockfile = ReadonlyMap<string, Locked>;

export function readLockfile(path: string): Lockfile {
  if (!existsSync(path)) return new Map();
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Locked> };
  return new Map(Object.entries(packages));
}

/** Whether all that `wanted` names is installed, but for optional packages that are not for this machine. */
export function isInstalled(wanted: Lockfile, installed: Lockfile): boolean {
  return Array.from(wanted).every(([folder, { integrity, optional }]) => {
    const present = installed.get(folder);
    return folder === '' || (present === undefined ? optional === true : present.integrity === integrity);
  });
}

/** Optional dependencies that are named but not locked. `npm ci` refuses such a lockfile on every machine. */
export function missingFrom(lockfile: Lockfile): string[] {
  return Array.from(lockfile).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !foldersAbove(folder).some((above) => lockfile.has(`${above}node_modules/${name}`)))
      .map((name) => `${folder} needs ${name}`),
  );
}

/** Where a package is looked for: in the package itself, and in every folder above it. */
function foldersAbove(folder: string): string[] {
  const parts = folder.split('/node_modules/');
  const inner = parts.map((_, depth) => `${parts.slice(0, parts.length - depth).join('/node_modules/')}/`);
  return [...inner.filter((place) => place !== '/'), ''];
}
