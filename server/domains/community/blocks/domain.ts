import { shutOuts } from '#db/schema/index.ts';
import { limitWrites } from '../../../limits/deeds.ts';
import { defineDomain } from '../../define.ts';
import { peopleContract } from './contract.ts';
import { hearingLimits, peopleLimits } from './limits.ts';
import { collectPeople, erasePeople } from './personal.ts';
import { peopleRoutes } from './routes.ts';

export const people = defineDomain({
  name: 'people',
  contract: peopleContract,
  routes: limitWrites(peopleRoutes, hearingLimits),
  tables: [shutOuts],
  limits: { ...peopleLimits, ...hearingLimits },
  personal: {
    columns: { 'shut_outs.reader_id': 'erased', 'shut_outs.person_id': 'erased' },
    collect: collectPeople,
    erase: erasePeople,
  },
});
