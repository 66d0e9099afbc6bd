import { endpoints } from '@mock-services/sdk/contract';

/** Path for creating a mock service. To read or update a mock service, append `/` and an id. */
export const mockServicePath = '/configuration/mock-service';

/** Path for listing mock services. To delete a mock service, append `/` and an id. */
export const mockServicesPath = '/configuration/mock-services';

export const workspacesPath = '/configuration/workspaces';

export const activityPath = (workspaceId: string): string => `/workspace/${workspaceId}/activity`;

type Ids = Readonly<Record<'mockServiceId' | 'workspaceId', readonly string[]>>;

/** Returns the paths of all GET requests about the mock services and workspaces with these ids. */
export function readPaths(ids: Ids): string[] {
  const reads = Object.values(endpoints).filter(({ method }) => method === 'GET');
  return reads.flatMap(({ path }) => {
    const [parameter, name] = /:(\w+)/.exec(path) ?? [];
    return parameter ? ids[name as keyof Ids].map((id) => path.replace(parameter, id)) : [path];
  });
}
