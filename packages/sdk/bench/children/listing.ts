/** Prints how many milliseconds the first reading of a log takes in this process: `<module> <base URL> <workspace>`. */
import { connect } from '../client.ts';

const [file = '', baseUrl = '', workspaceId = ''] = process.argv.slice(2);
const client = await connect(file, baseUrl);
const started = performance.now();
await client.listActivity(workspaceId);
process.stdout.write(String(performance.now() - started));
