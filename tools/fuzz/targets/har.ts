/** Everything that reads or writes recorded exchanges: any file is converted, or rejected with an ActivityError. */
import {
  decodeBodies,
  findActivity,
  fromHar,
  isActivityError,
  parseActivity,
  redact,
  summarize,
  toCurl,
  toHar,
  type ActivityEntry,
} from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { near, textNear } from '../mutation.ts';
import { world } from '../samples.ts';
import { attempt, fail, type Target } from '../target.ts';

const recorded: ActivityEntry[] = Object.values(world.activity).flat();
const archive = toHar(recorded);

type Input = { readonly har: unknown } | { readonly log: string };

export const har: Target<Input> = {
  inputs: fc.oneof(
    fc.oneof(near(archive), textNear(archive)).map((har) => ({ har })),
    textNear({ data: recorded }, recorded).map((log) => ({ log })),
  ),
  check: async (input) => {
    if ('log' in input) return checkLog(input.log);
    const entries = attempt(() => fromHar(input.har as string), isActivityError);
    if (entries === undefined) return;
    attempt(() => JSON.stringify(toHar(entries)), isActivityError);
    attempt(() => JSON.stringify(redact(entries)), isActivityError);
    attempt(() => summarize(entries), isActivityError);
    attempt(() => findActivity(entries, { status: '2xx' }), isActivityError);
    for (const entry of entries.slice(0, 3)) {
      for (const shell of ['posix', 'powershell'] as const) checkCommand(entry, shell);
    }
    await settled(decodeBodies(entries));
  },
};

/** A command contains no character that a terminal obeys. */
function checkCommand(entry: ActivityEntry, shell: 'posix' | 'powershell'): void {
  const command = attempt(() => toCurl(entry, { shell }), isActivityError);
  if (command !== undefined && /(?![\t\n])\p{Cc}/u.test(command)) fail('a control character in a command');
}

async function checkLog(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const body = new Response(bytes).body ?? fail('no body');
  await settled(
    (async () => {
      for await (const entry of parseActivity(body)) JSON.stringify(entry);
    })(),
  );
}

async function settled(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isActivityError(error)) throw error;
  }
}
