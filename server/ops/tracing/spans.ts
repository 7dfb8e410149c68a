export type Facts = Readonly<Record<string, string | number | boolean>>;

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer';
  /** The causing span, possibly of another process. Ignored if malformed. */
  parent?: string | undefined;
  facts?: Facts;
};

export type OpenSpan = {
  /** In the W3C format (Trace Context §3.2). */
  readonly traceparent: string;
  end(outcome?: { name?: string; facts?: Facts; error?: string | undefined }): void;
};

export type Tracing = {
  begin(name: string, options: SpanOptions): OpenSpan;
  close(): Promise<void>;
};
