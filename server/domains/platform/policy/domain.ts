import { defineDomain } from '../../define.ts';

/** Rights and states as tables, which all others ask. */
export const policy = defineDomain({ name: 'policy' });
