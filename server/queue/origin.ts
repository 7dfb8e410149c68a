/** Which request caused a job travels beside its payload, in BullMQ's own place for what traces carry along. */
import type { Origin } from '../lib/trail.ts';

type Carried = { telemetry?: { metadata?: string } };

export const carryOrigin = (origin: Origin = {}): Carried =>
  Object.keys(origin).length === 0 ? {} : { telemetry: { metadata: JSON.stringify(origin) } };

export function originOf({ telemetry }: Carried): Origin {
  try {
    return telemetry?.metadata === undefined ? {} : (JSON.parse(telemetry.metadata) as Origin);
  } catch {
    return {};
  }
}
