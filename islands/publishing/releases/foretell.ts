import type { Api } from '../../../server/api.ts';
import type { BodyOf, ReplyOf } from '../../../server/lib/contract.ts';
import { api } from '../../api.ts';

export type Foretold = ReplyOf<Api['POST /creator/stories/:id/consequences']>;
type Deed = BodyOf<Api['POST /creator/stories/:id/consequences']>;

export const foretell = (storyId: string, deed: Deed, signal?: AbortSignal): Promise<Foretold> =>
  api('POST /creator/stories/:id/consequences', { params: { id: storyId }, body: deed, signal });
