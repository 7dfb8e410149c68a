import type { Tracing } from './spans.ts';
/** Traces a request through the queue to its jobs. Nothing is loaded without `OTEL_EXPORTER_OTLP_ENDPOINT`. */

import type { Config } from '../../config/config.ts';
import { service } from '../../deps.ts';

type TracingConfig = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

export async function openTracing(config: TracingConfig, service: string): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  if (endpoint === undefined) return null;
  const { startTracing } = await import('./otlp.ts');
  return startTracing({ endpoint, share, service });
}

export const tracer = service<Tracing | null>('tracing');
