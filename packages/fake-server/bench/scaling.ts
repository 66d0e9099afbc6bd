import type { Figure } from './figure.ts';
import { timeRatio } from './measure.ts';
import { handling, pathOf, worldOf } from './worlds.ts';

/** Reading one by its id does not depend on how many there are. */
export async function getOne(): Promise<Figure> {
  const [small, large] = [worldOf(10), worldOf(100_000)].map((fake) =>
    handling(fake, pathOf('getMockService', fake.mockServices.list().at(-1)?.id)),
  );
  const measured = small && large ? await timeRatio(large, small, 20_000) : Number.NaN;
  return { name: 'GET one of 100,000, to one of 10', measured, limit: 1.2, bound: 'at most' };
}

/** A list takes as long as it is. */
export async function list(): Promise<Figure> {
  const [short, long] = [worldOf(1000), worldOf(100_000)].map((fake) =>
    handling(fake, pathOf('listMockServices')),
  );
  const measured = short && long ? await timeRatio(long, (n) => short(n * 100), 5) : Number.NaN;
  // Linear is 1; a text of 20 MB leaves the caches, and the garbage collector has its say. Quadratic would be 100.
  return { name: 'list of 100,000, to a hundred lists of 1,000', measured, limit: 4, bound: 'at most' };
}
