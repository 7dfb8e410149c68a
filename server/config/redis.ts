import Type from 'typebox';

export const redisVariables = {
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: '^(rediss?)://.+',
      description: 'Redis 6.2 or newer for the queue; without it the queue lives in PostgreSQL',
    }),
  ),
  REDIS_CLUSTER: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'off',
    description: 'REDIS_URL names a node of a cluster; further ones may follow, comma-separated',
  }),
  REDIS_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'PEM file of who signed the certificate of a rediss:// server',
    }),
  ),
};
