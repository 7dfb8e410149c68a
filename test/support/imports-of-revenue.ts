import { HEADER } from '#server/domains/income/revenue/rules.ts';
import type { Account, TestApp } from './app.ts';
import { multipart } from './multipart.ts';

export type Line = { story: string; impressions?: number; amount: string; period?: string };

export const csvOf = (lines: readonly Line[], period = '2026-10'): string =>
  [
    HEADER,
    ...lines.map((line) =>
      [line.period ?? period, line.story, line.impressions ?? 1000, line.amount].join(','),
    ),
    '',
  ].join('\n');

type ImportBody = {
  import: {
    id: string;
    state: string;
    period: string | null;
    lines_count: number;
    problems_count: number;
    notes: string[];
    overtaken_by: { id: string; file_name: string } | null;
    net_revenue: string;
    problems: { line: number; code: string; excerpt: string; hint: string | null }[];
    totals: { to_creators: string; creators_count: number; new_creators_count: number } | null;
    stands_out: { reason: string; story: { id: string } | null }[];
  };
};

export function openImports(app: TestApp, administrator: Account | undefined) {
  const as = administrator;
  return {
    upload(content: string | Buffer, { kind = 'month', name = 'revenue.csv', key = '' } = {}) {
      const { payload, headers } = multipart([
        { name: 'kind', value: kind },
        { name: 'file', filename: name, data: Buffer.from(content), type: 'text/csv' },
      ]);
      return app.app.inject({
        method: 'POST',
        url: '/api/admin/revenue_imports',
        payload,
        headers: { ...as?.headers, ...headers, ...(key && { 'idempotency-key': key }) },
      });
    },
    async hand(content: string | Buffer, options: { kind?: string; name?: string } = {}) {
      const reply = await this.upload(content, options);
      if (reply.statusCode !== 201) throw new Error(`${reply.statusCode} ${reply.body}`);
      return reply.json<ImportBody>().import;
    },
    get: async (id: string) =>
      (await app.call(`GET /admin/revenue_imports/${id}`, { as })).json<ImportBody>().import,
    commit: (id: string) => app.call(`POST /admin/revenue_imports/${id}/commit`, { as }),
    discard: (id: string) => app.call(`POST /admin/revenue_imports/${id}/discard`, { as }),
  };
}
