/** What was at the service before the run, read one by one. */
import { dataIn, type Answer } from './answer.ts';
import { sameId } from './compare.ts';
import type { ConformanceContext } from './context.ts';
import { Skip } from './outcome.ts';
import { identified, inTurn, listedBy, type Listed, type ListOperation } from './present-lists.ts';

/** How many mock services and workspaces are read one by one. */
const sampleSize = 5;

/** The first few mock services of the list with the answers to reading them. */
export async function services(
  context: ConformanceContext,
): Promise<{ readonly listed: Listed; readonly answer: Answer }[]> {
  const sample = (await listedBy(context, 'listMockServices')).slice(0, sampleSize);
  const found = await inTurn(sample, async (listed) => {
    const answer = await context.read('getMockService', { mockServiceId: listed.id });
    return (await hasVanished(context, 'listMockServices', listed, answer)) ? [] : [{ listed, answer }];
  });
  return found.flat();
}

/** The activity logs of a few workspaces, with their workspaces. */
export function logs(
  context: ConformanceContext,
): Promise<{ readonly listed: Listed; readonly answer: Answer }[]> {
  return ofWorkspaces(context, 'listActivity');
}

/** All entries of these logs. Skips when there are none. */
export async function entries(context: ConformanceContext): Promise<unknown[]> {
  const found = (await logs(context)).flatMap(({ answer }) => {
    const data = dataIn(answer);
    return Array.isArray(data) ? (data as unknown[]) : [];
  });
  if (found.length === 0) throw new Skip('no activity is recorded in the workspaces looked at');
  return found;
}

/** The configurations of a few workspaces, with their workspaces. */
export function configurations(
  context: ConformanceContext,
): Promise<{ readonly listed: Listed; readonly answer: Answer }[]> {
  return ofWorkspaces(context, 'getWorkspaceConfiguration');
}

async function ofWorkspaces(
  context: ConformanceContext,
  operation: 'listActivity' | 'getWorkspaceConfiguration',
): Promise<{ readonly listed: Listed; readonly answer: Answer }[]> {
  const workspaces = await listedBy(context, 'listWorkspaces');
  // Those that live first: what becomes of the others is open.
  const sample = workspaces.toSorted((a, b) => Number(hasExpired(a)) - Number(hasExpired(b)));
  const found = await inTurn(sample.slice(0, sampleSize), async (listed) => {
    const answer = await context.read(operation, { workspaceId: listed.id });
    const isOpen = answer.status >= 400 && hasExpired(listed);
    const isGone = isOpen || (await hasVanished(context, 'listWorkspaces', listed, answer));
    return isGone ? [] : [{ listed, answer }];
  });
  if (found.flat().length === 0) throw new Skip('the workspaces that were looked at have expired');
  return found.flat();
}

/** Whether a workspace's expiry has passed by this machine's clock. */
export function hasExpired({ item }: Listed): boolean {
  const { expiresAt } = item;
  return typeof expiresAt === 'string' && Date.parse(expiresAt) <= Date.now();
}

/** Whether somebody else has deleted it between the list and the read. */
async function hasVanished(
  context: ConformanceContext,
  list: ListOperation,
  { id }: Listed,
  { status }: Answer,
): Promise<boolean> {
  if (status !== 404 && status !== 410) return false;
  const items = dataIn(await context.once(`${list} again`, () => context.send(list)));
  return Array.isArray(items) && !identified(items).some((item) => sameId(item.id, id));
}
