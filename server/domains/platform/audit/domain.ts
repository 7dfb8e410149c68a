import { adminActions } from '#db/schema/index.ts';
import { defineDomain } from '../../define.ts';
import { collectActions } from './personal.ts';

export const audit = defineDomain({
  name: 'audit',
  tables: [adminActions],
  personal: { columns: { 'admin_actions.actor_id': 'kept' }, collect: collectActions },
});
