/**
 * Traces from a request over the queue to the jobs that it caused. Off unless `OTEL_EXPORTER_OTLP_ENDPOINT` says where they go:
 * then nothing of them is loaded, and `deps.tracing` is null.
 */
import type { Config } from '../../config/config.ts';

export type Facts = Readonly<Record<string, string | number | boolean>>;

export type OpenSpan = {
  /** As W3C writes it (Trace Context §3.2). */
  readonly traceparent: string;
  end(outcome?: { name?: string; facts?: Facts; error?: string | undefined }): void;
};

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer';
  /** The span that caused it, also of another process; one that cannot be read is none. */
  parent?: string | undefined;
  facts?: Facts;
};

export type Tracing = {
  begin(name: string, options: SpanOptions): OpenSpan;
  /** Sends what has not been sent. */
  close(): Promise<void>;
};

type TracingConfig = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

export async function openTracing(config: TracingConfig, service: string): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  if (endpoint === undefined) return null;
  const { startTracing } = await import('./otlp.ts');
  return startTracing({ endpoint, share, service });
}
