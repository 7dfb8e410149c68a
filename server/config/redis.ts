import Type from 'typebox';

export const redisVariables = {
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: '^(rediss?)://.+',
      description: 'Redis 6.2 or newer for the queue; without it, the queue is in PostgreSQL',
    }),
  ),
  REDIS_CLUSTER: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'off',
    description: 'on: REDIS_URL names one or more nodes of a cluster, comma-separated',
  }),
  REDIS_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'PEM file of the authority that signed the certificate of a rediss:// server',
    }),
  ),
};
