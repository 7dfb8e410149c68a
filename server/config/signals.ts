import Type from 'typebox';

export const signalVariables = {
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{16,256}$',
      description: 'who bears it may read GET /metrics; without it that is unknown to the web',
    }),
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description: 'port of its own for /metrics, of a server or of workers',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description:
      'internal address that METRICS_PORT is opened on; one beyond this machine wants METRICS_TOKEN',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://.+',
      description:
        'receiver of traces (OTLP over HTTP), such as http://collector:4318; without it there are none',
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
    description: 'on: a line of the log for each answer; off: for slow ones and errors of ours',
  }),
  SLOW_REQUEST_MS: Type.Integer({
    minimum: 1,
    maximum: 600000,
    default: 1000,
    description: 'an answer that begins later than this is worth a line of the log',
  }),
};
