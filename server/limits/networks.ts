/**
 * Networks that an address counts for. A household has a whole /64 of IPv6 addresses, which counts as one. Owners of a
 * /56 or /48 have hundreds or thousands of these, so larger networks count too, with higher limits.
 */

import { isIPv6 } from 'node:net';
import type { Network } from '../ports.ts';

/** Each phone has its own /64, so neighbours share the larger networks, as many people share an IPv4 address. */
const PREFIXES = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
] as const;

/** Smallest network first. A mapped IPv4 address counts as IPv4. */
export function networksOf(address: string): [Network, ...Network[]] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return [{ name: mapped ?? address, times: 1 }];
  const groups = groupsOf(address);
  const [smallest, ...larger] = PREFIXES.map(({ bits, times }) => ({ name: prefixOf(groups, bits), times }));
  return [smallest as Network, ...larger];
}

export const networkOf = (address: string): string => networksOf(address)[0].name;

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
