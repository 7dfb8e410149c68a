/**
 * Matches a `Host` header that names `host`: in any case, and with any port unless `host` names one itself (RFC 9110
 * §7.2), since what stands in front may add its own.
 */
export function hostPattern(host: string): RegExp {
  const port = /:\d+$/.test(host) ? '' : '(?::\\d+)?';
  return new RegExp(`^${host.replaceAll('.', '\\.')}${port}$`, 'i');
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a name of a host means this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.includes(hostname);
