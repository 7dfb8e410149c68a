import Type from 'typebox';

export const signalVariables = {
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{16,256}$',
      description: 'token that gives access to GET /metrics; without it, the web server has no such page',
    }),
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description: 'separate port for /metrics, of a server or of workers',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'internal address for METRICS_PORT; one that other machines reach requires METRICS_TOKEN',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://.+',
      description:
        'receiver of traces (OTLP over HTTP), such as http://collector:4318; without it, nothing is traced',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'share of requests that are traced',
  }),
  ACCESS_LOG: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'off',
    description: 'on: log every answer; off: only slow answers and server errors',
  }),
  SLOW_REQUEST_MS: Type.Integer({
    minimum: 1,
    maximum: 600000,
    default: 1000,
    description: 'answers that begin later than this are logged as slow',
  }),
};
