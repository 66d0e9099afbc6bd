/** Path for creating a mock service. To read or update a mock service, append `/` and an id. */
export const mockServicePath = '/configuration/mock-service';

/** Path for listing mock services. To delete a mock service, append `/` and an id. */
export const mockServicesPath = '/configuration/mock-services';

export const workspacesPath = '/configuration/workspaces';

export const activityPath = (workspaceId: string): string => `/workspace/${workspaceId}/activity`;
