/**
 * A page can let its own name resolve to 127.0.0.1 and then read what is served there as its own (DNS
 * rebinding). Its requests still carry its name in `Host`.
 */

const loopback = /^(?:(?:[^:/@]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d+)?$/i;

/** Whether a `Host` header names this machine. HTTP/1.0 goes without one, and pages do not speak HTTP/1.0. */
export function isLoopback(host: string | undefined): boolean {
  return host === undefined || loopback.test(host);
}
