import Type from 'typebox';

const ADDRESS = 'postgres(?:ql)?://[^,\\s]+';

export const databaseVariables = {
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^(postgres(ql)?)://.+',
      description: 'PostgreSQL 14 or newer; without it, an embedded one is started',
    }),
  ),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 10,
    description: 'connections per process',
  }),
  DATABASE_DIRECT_URL: Type.Optional(
    Type.String({
      pattern: '^(postgres(ql)?)://.+',
      description: 'PostgreSQL itself, when DATABASE_URL is a pooler in transaction mode',
    }),
  ),
  DATABASE_POOLER_PREPARES: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'off',
    description:
      'on: the pooler supports prepared statements (PgBouncer 1.21 or newer with max_prepared_statements)',
  }),
  DATABASE_REPLICA_URL: Type.Optional(
    Type.String({
      pattern: `^${ADDRESS}(?:,${ADDRESS})*$`,
      description: 'streaming replicas for public pages and search, comma-separated',
    }),
  ),
  DATABASE_REPLICA_MAX_LAG_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 300,
    default: 5,
    description: 'replicas that are further behind are not used',
  }),
};

export const replicaUrls = ({
  DATABASE_REPLICA_URL: given,
}: {
  DATABASE_REPLICA_URL?: string | undefined;
}): string[] => given?.split(',') ?? [];

export const poolerOf = (config: {
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_POOLER_PREPARES: 'on' | 'off';
}): { prepares: boolean } | null =>
  config.DATABASE_DIRECT_URL === undefined ? null : { prepares: config.DATABASE_POOLER_PREPARES === 'on' };
