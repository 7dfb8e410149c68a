/**
 * Networks that an address counts for. A household has a whole /64 of IPv6 addresses, so these count as one. Whoever is given a
 * /56 or a /48 has hundreds or thousands of them, so these are counted as well and may do more.
 */
import { isIPv6 } from 'node:net';

export type Network = {
  name: string;
  /** How many times as much as one household. */
  times: number;
};

/** A phone has a /64 of its own, so neighbours share the larger ones; an IPv4 address is shared by as many. */
const PREFIXES = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
] as const;

/** The smallest comes first. A mapped IPv4 address is itself. */
export function networksOf(address: string): [Network, ...Network[]] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return [{ name: mapped ?? address, times: 1 }];
  const groups = groupsOf(address);
  const [smallest, ...larger] = PREFIXES.map(({ bits, times }) => ({ name: prefixOf(groups, bits), times }));
  return [smallest as Network, ...larger];
}

/** The household that an address belongs to. */
export const networkOf = (address: string): string => networksOf(address)[0].name;

/** The first four groups, which is all that prefixes are made of. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? 8 - first.length - last.length : 0;
  const groups = [...first, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...last];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
}

function prefixOf(groups: readonly number[], bits: number): string {
  const kept = groups.map((group, index) => {
    const inGroup = Math.min(16, Math.max(0, bits - 16 * index));
    return (group & (0xff_ff << (16 - inGroup)) & 0xff_ff).toString(16);
  });
  return `${kept.slice(0, Math.ceil(bits / 16)).join(':')}::/${bits}`;
}
