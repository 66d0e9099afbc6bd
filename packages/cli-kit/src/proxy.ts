/** Excludes host names like `a.localhost`, because not every system resolves such names to the local machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Returns advice about a failed request, or `undefined` if no proxy can be the reason. The advice omits the proxy's
 * URL, because the URL may contain a password.
 *
 * @param hasResponse - Whether the service or a proxy responded.
 */
export function proxyAdvice(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
  hasResponse = false,
): string | undefined {
  const target = new URL(url);
  const { protocol, hostname } = target;
  const valueOf = (variable: string) => environment[variable.toLowerCase()] ?? environment[variable] ?? '';
  // If HTTPS_PROXY is not set, Node uses HTTP_PROXY for `https:` URLs.
  const names = protocol === 'https:' ? ['HTTPS_PROXY', 'HTTP_PROXY'] : ['HTTP_PROXY'];
  const name = names.find((variable) => valueOf(variable) !== '');
  if (name === undefined || isExcluded(target, valueOf('NO_PROXY'))) return undefined;
  const isUsed =
    environment['NODE_USE_ENV_PROXY'] === '1' ||
    /--use-env-proxy\b/.test([environment['NODE_OPTIONS'], ...process.execArgv].join(' '));
  if (isLoopback(hostname) || hostname.endsWith('.localhost'))
    return isUsed
      ? `Requests to ${hostname} go to the proxy of ${name}. Set NO_PROXY=${hostname} to send them directly.`
      : undefined;
  if (hasResponse) return undefined;
  return isUsed
    ? `Requests go to the proxy of ${name}. Check that it is running and permits requests to ${hostname}.`
    : `${name} is set, but Node ignores it. To use the proxy, set NODE_USE_ENV_PROXY=1, which Node 22.21, 24.5 and later versions know, and NO_PROXY=localhost,127.0.0.1, so that requests to this machine do not go to the proxy.`;
}

/**
 * Interprets `NO_PROXY` as Node 24 does: an entry `shop.test` includes subdomains, for which Node 22 would require
 * `.shop.test`. An entry with a port applies only to this port.
 */
function isExcluded({ protocol, hostname, port }: URL, list: string): boolean {
  if (list === '*') return true;
  const own = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => /^(.+):(\d+)$/.exec(entry) ?? [entry, entry, own])
    .filter(([, , only]) => Number(only) === Number(own))
    .map(([, host = '']) => host.replace(/^\*?\./, ''))
    .some((host) => hostname === host || (host !== '' && hostname.endsWith(`.${host}`)));
}
