import Type from 'typebox';

export const runningVariables = {
  DRAIN_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 60,
    default: 0,
    description:
      'after SIGTERM the web server says so at /readyz and serves on for so long; 3 behind a proxy',
  }),
  REQUESTS_MAX_COUNT: Type.Integer({
    minimum: 20,
    maximum: 10_000,
    default: 300,
    description: 'requests that a web process works on at once; what comes beyond gets 503 with Retry-After',
  }),
};
