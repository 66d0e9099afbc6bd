export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

export function isUnauthorized(status: number): boolean {
  return status === 401;
}

export function isMissing(status: number): boolean {
  return status === 404;
}

/** Whether a resource was probably deleted or has expired. */
export function isGone(status: number): boolean {
  return isMissing(status) || status === 410;
}

export function isTransient(status: number): boolean {
  return [408, 429, 500, 502, 503, 504].includes(status);
}

/** Whether the service did not process the request. It may send a 301, 302 or 303 after processing a POST request. */
export function isRefusal(status: number): boolean {
  const isElsewhere = status >= 301 && status <= 303;
  return (status >= 300 && status < 500 && !isElsewhere) || status === 501 || status === 503;
}

export function isBodiless(status: number): boolean {
  return [204, 205, 304].includes(status);
}
