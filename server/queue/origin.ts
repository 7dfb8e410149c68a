/** Carries the request behind a job in BullMQ's own field for telemetry. */
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
