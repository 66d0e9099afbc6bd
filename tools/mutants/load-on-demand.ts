/** Loads, before the tests of each file, the modules of `MUTANTS_ON_DEMAND`, which the sources import on demand. */
import { at } from '../lib/paths.ts';

const modules = process.env['MUTANTS_ON_DEMAND']?.split(' ').filter((path) => path !== '') ?? [];
await Promise.all(modules.map((path) => import(/* @vite-ignore */ at(path))));
