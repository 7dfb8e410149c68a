/**
 * UUID version 7 (RFC 9562 §5.7): later rows sort later, so indexes grow at one end. A 12-bit counter keeps the order
 * within a millisecond (RFC 9562 §6.2, method 1).
 */
import { randomFillSync } from 'node:crypto';

const ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let lastMs = 0;
let counter = 0;

export function newId(nowMs: number = Date.now()): string {
  const bytes = randomFillSync(Buffer.alloc(16));
  bytes.writeUIntBE(nowMs, 0, 6);
  // A fresh counter starts in the lower half, so that at least 2,048 ids of a millisecond stay in order.
  counter = nowMs === lastMs ? (counter + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff;
  lastMs = nowMs;
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The lowest id of a moment: all later ids sort after it. */
export const firstIdAt = (moment: Date): string => {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

export const isId = (text: string): boolean => ID_PATTERN.test(text);
