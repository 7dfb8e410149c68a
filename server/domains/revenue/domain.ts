import { revenueCredits, revenueImports, revenueLines, revenueProblems } from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { collectRevenue } from './personal.ts';

export const revenue = defineDomain({
  name: 'revenue',
  tables: [revenueImports, revenueLines, revenueProblems, revenueCredits],
  personal: {
    columns: {
      'revenue_imports.uploaded_by': 'kept',
      'revenue_imports.credited_by': 'kept',
      'revenue_lines.owner_id': 'kept',
      'revenue_credits.user_id': 'kept',
    },
    collect: collectRevenue,
  },
});
