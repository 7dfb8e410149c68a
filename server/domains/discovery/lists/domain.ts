import { browseCounts, browseEntries } from '#db/schema/index.ts';
import { defineDomain } from '../../define.ts';
import { countKinds } from './counts.ts';

/** The lists themselves are always right; the counts beside them may be so old. */
const COUNTED_MS = 180_000;

export const browse = defineDomain({
  name: 'browse',
  tables: [browseEntries, browseCounts],
  sweeps: [{ name: 'browse.count_kinds', everyMs: COUNTED_MS, run: countKinds }],
});
