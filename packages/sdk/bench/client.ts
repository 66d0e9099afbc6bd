import { pathToFileURL } from 'node:url';

/** As much of a contender's client as is measured by calling it. */
export interface Client {
  getMockService(id: string): Promise<unknown>;
  listActivity(workspaceId: string): Promise<unknown>;
}

/** A client of the contender in `file`, in this process. */
export async function connect(file: string, baseUrl: string): Promise<Client> {
  // Each module in `contenders/` exports it.
  const module = (await import(pathToFileURL(file).href)) as { connect(baseUrl: string): Client };
  return module.connect(baseUrl);
}
