export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

export function isUnauthorized(status: number): boolean {
  return status === 401;
}

export function isMissing(status: number): boolean {
  return status === 404;
}

/** Whether a status suggests that a resource was deleted or has expired. */
export function isGone(status: number): boolean {
  return isMissing(status) || status === 410;
}

export function isTransient(status: number): boolean {
  return [408, 429, 500, 502, 503, 504].includes(status);
}

/**
 * Whether the service has not processed the request. Excludes 301, 302 and 303, which may follow a processed POST
 * request.
 */
export function isRefusal(status: number): boolean {
  const isElsewhere = status >= 301 && status <= 303;
  return (status >= 300 && status < 500 && !isElsewhere) || status === 501 || status === 503;
}

export function isBodiless(status: number): boolean {
  return [204, 205, 304].includes(status);
}
