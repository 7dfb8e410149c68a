import { administratorData, elsewhere } from '../../layout/data.ts';
import type { PageData } from '../../layout/types.ts';

export const data = administratorData<PageData>((request) => {
  throw elsewhere(request, '/admin/users');
});
