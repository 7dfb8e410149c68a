const PAGE_BYTES = 8192n;
const PAGE_HEADER_BYTES = 24n;

/** Parses `16/B374D848`. The primary counts the header of an unwritten page, a replica does not: here both agree. */
export function logPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  if (!/^[0-9A-F]{1,8}$/i.test(high) || !/^[0-9A-F]{1,8}$/i.test(low))
    throw new Error(`no position of a log: ${text}`);
  const at = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  return at % PAGE_BYTES === PAGE_HEADER_BYTES ? at - PAGE_HEADER_BYTES : at;
}
