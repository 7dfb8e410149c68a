import { defineDomain } from '../define.ts';

export const moderation = defineDomain({ name: 'moderation' });
