import Type from 'typebox';

export const runningVariables = {
  DRAIN_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 60,
    default: 0,
    description:
      'seconds the web server keeps serving after SIGTERM, while /readyz reports it as draining; use 3 behind a proxy',
  }),
  REQUESTS_MAX_COUNT: Type.Integer({
    minimum: 20,
    maximum: 10_000,
    default: 300,
    description: 'requests a web process handles at once; others get 503 with Retry-After',
  }),
};
