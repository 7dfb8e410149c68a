import type { Api } from '../../../server/api.ts';
import type { ReplyOf } from '../../../server/lib/contract.ts';

export type ReleaseEpisode = ReplyOf<Api['GET /creator/episodes/:id']>['episode'];
export type ReceiptPage = ReplyOf<Api['GET /creator/episodes/:id/events']>;
export type Receipt = ReceiptPage['events'][number];

export type ReleaseStory = {
  id: string;
  slug: string;
  title: string;
  language: string;
  /** Null for a novel. */
  format: ReplyOf<Api['GET /creator/stories/:id']>['story']['format'];
  subscribers: number;
};
export type ReleaseRights = { edit: boolean; publish: boolean; delete: boolean };
