/** Path that creates a mock service; followed by `/` and an id, the path that reads or updates it. */
export const mockServicePath = '/configuration/mock-service';

/** Path that lists the mock services; followed by `/` and an id, the path that deletes one. */
export const mockServicesPath = '/configuration/mock-services';

/** Path that lists the workspaces. */
export const workspacesPath = '/configuration/workspaces';

/** Path that reads or clears the activity log of a workspace. */
export const activityPath = (workspaceId: string): string => `/workspace/${workspaceId}/activity`;
