/** Path for creating a mock service. Append `/` and an id to read or update the mock service. */
export const mockServicePath = '/configuration/mock-service';

/** Path for listing mock services. Append `/` and an id to delete a mock service. */
export const mockServicesPath = '/configuration/mock-services';

/** Path for listing workspaces. */
export const workspacesPath = '/configuration/workspaces';

/** Returns the path for reading or clearing the activity log of a workspace. */
export const activityPath = (workspaceId: string): string => `/workspace/${workspaceId}/activity`;
