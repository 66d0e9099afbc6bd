/**
 * Whether a host name always stands for this machine. Excludes names like `a.localhost`, which not every system resolves
 * to this machine.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Returns advice for a request that failed, or `undefined` if no proxy can be the reason. The URL of the proxy is not
 * shown, because it may contain a password.
 *
 * @param hasResponse - Whether the service, or a proxy in its place, responded.
 */
export function proxyAdvice(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
  hasResponse = false,
): string | undefined {
  const target = new URL(url);
  const { protocol, hostname } = target;
  const valueOf = (variable: string) => environment[variable.toLowerCase()] ?? environment[variable] ?? '';
  // Without HTTPS_PROXY, Node uses the proxy of HTTP_PROXY for `https:` too.
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
 * Whether `NO_PROXY` is `*`, or contains the host or a domain above it. An entry with a port is only for this port. Node 24
 * reads the variable in this way, and Node 22 takes a domain without a leading dot for a host.
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
