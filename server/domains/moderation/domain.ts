import { violationReports } from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { collectReports, eraseReporter } from './personal.ts';

export const moderation = defineDomain({
  name: 'moderation',
  tables: [violationReports],
  personal: {
    columns: { 'violation_reports.reporter_id': 'erased' },
    collect: collectReports,
    erase: eraseReporter,
  },
});
