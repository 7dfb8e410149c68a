/** Positions in the write-ahead log as numbers that can be compared. */

const PAGE_BYTES = 8192n;
const PAGE_HEADER_BYTES = 24n;

/**
 * `16/B374D848` as a number. Where the next record will begin is told behind the header of a page that is still to be
 * written; how far a replica has come is told before it, and the two are the same place.
 */
export function logPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  if (!/^[0-9A-F]{1,8}$/i.test(high) || !/^[0-9A-F]{1,8}$/i.test(low))
    throw new Error(`no position of a log: ${text}`);
  const at = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  return at % PAGE_BYTES === PAGE_HEADER_BYTES ? at - PAGE_HEADER_BYTES : at;
}
