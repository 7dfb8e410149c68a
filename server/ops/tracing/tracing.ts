/** Traces a request through the queue to its jobs. Nothing is loaded without `OTEL_EXPORTER_OTLP_ENDPOINT`. */

import type { Config } from '../../config/config.ts';
import { service } from '../../deps.ts';

export type Facts = Readonly<Record<string, string | number | boolean>>;

export type OpenSpan = {
  /** In the W3C format (Trace Context §3.2). */
  readonly traceparent: string;
  end(outcome?: { name?: string; facts?: Facts; error?: string | undefined }): void;
};

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer';
  /** The causing span, possibly of another process. Ignored if malformed. */
  parent?: string | undefined;
  facts?: Facts;
};

export type Tracing = {
  begin(name: string, options: SpanOptions): OpenSpan;
  close(): Promise<void>;
};

type TracingConfig = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

export async function openTracing(config: TracingConfig, service: string): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  if (endpoint === undefined) return null;
  const { startTracing } = await import('./otlp.ts');
  return startTracing({ endpoint, share, service });
}

export const tracer = service<Tracing | null>('tracing');
