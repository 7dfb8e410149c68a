/** Matches `Host` in any case, and any port unless `host` names one (RFC 9110 §7.2): proxies may add theirs. */
export function hostPattern(host: string): RegExp {
  const port = /:\d+$/.test(host) ? '' : '(?::\\d+)?';
  return new RegExp(`^${host.replaceAll('.', '\\.')}${port}$`, 'i');
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const isLoopback = (hostname: string): boolean => LOOPBACK.includes(hostname);
