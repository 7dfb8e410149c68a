import { defineDomain } from '../define.ts';

export const unlock = defineDomain({ name: 'unlock' });
