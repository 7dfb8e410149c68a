import type { Deps } from '../../server/deps.ts';

type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};
type Statement = { text: string; values: unknown[] };

/**
 * Rows scanned per table, including filtered ones. Sequential scans and other alternatives are off, since the planner
 * prefers them for small tables. The result shows rows that no index avoids. Only selects and deletes count.
 */
export async function rowsRead(deps: Deps, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const statements = await record(deps, work);
  const rows: Record<string, number> = {};
  const add = (plan: Plan): void => {
    const table = plan['Relation Name'];
    const one =
      plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0);
    if (table !== undefined) rows[table] = (rows[table] ?? 0) + Math.round(one * plan['Actual Loops']);
    for (const child of plan.Plans ?? []) add(child);
  };
  const client = await deps.pool.connect();
  try {
    await client.query('begin');
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
      await client.query(`set local enable_${way} = off`);
    for (const { text, values } of statements) {
      const explained = await client.query(`explain (analyze, format json) ${text}`, values);
      for (const { Plan } of explained.rows[0]['QUERY PLAN'] as { Plan: Plan }[]) add(Plan);
    }
    return rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

export type ReadCost = { statements: number; rows: number; buffers: number };

/** Cost of the work's queries with the planner's own plans: EXPLAIN (ANALYZE, BUFFERS) of each. */
export async function readCost(deps: Deps, work: () => Promise<unknown>): Promise<ReadCost> {
  const statements = await record(deps, work);
  const cost: ReadCost = { statements: statements.length, rows: 0, buffers: 0 };
  const addRows = (plan: Plan): void => {
    const one = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
    if (plan['Relation Name'] !== undefined) cost.rows += Math.round(one * plan['Actual Loops']);
    for (const child of plan.Plans ?? []) addRows(child);
  };
  const client = await deps.pool.connect();
  try {
    await client.query('begin');
    for (const { text, values } of statements) {
      const explained = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
      for (const { Plan } of explained.rows[0]['QUERY PLAN'] as { Plan: Plan & Record<string, number> }[]) {
        addRows(Plan);
        cost.buffers += (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0);
      }
    }
    return cost;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Selects, deletes, and `with` statements that write nothing. */
const ASKS = /^[\s(]*(?:select|delete|with\b(?!.*\b(?:insert into|update|delete from)\b))\b/is;

async function record(deps: Deps, work: () => Promise<unknown>): Promise<Statement[]> {
  const { pool } = deps;
  const query = pool.query;
  const statements: Statement[] = [];
  pool.query = ((...parameters: Parameters<typeof query>) => {
    const [asked, values] = parameters as unknown as [string | { text: string }, unknown[] | undefined];
    const text = typeof asked === 'string' ? asked : asked.text;
    if (ASKS.test(text)) statements.push({ text, values: values ?? [] });
    return query.apply(pool, parameters);
  }) as typeof query;
  try {
    await work();
    return statements;
  } finally {
    pool.query = query;
  }
}
