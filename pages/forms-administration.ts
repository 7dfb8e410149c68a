import { type Address, address } from './addresses.ts';

type Named = { id: string };

const place = (page: (params: Named) => Address, notice: string) => ({
  page,
  next: (_reply: unknown, params: Named) => page(params),
  notice,
});

const episode = ({ id }: Named) => address('/admin/episodes/@id', { id });
const story = ({ id }: Named) => address('/admin/stories/@id', { id });
const statement = ({ id }: Named) => address('/creator/statements/@id', { id });
type Content = { type: string; id: string };
const content = ({ type, id }: Content) => address('/admin/contents/@type/@id', { type, id });
const ofContent = (notice: string) => ({
  page: content,
  next: (_reply: unknown, params: Content) => content(params),
  notice,
});
const revenueImport = ({ id }: Named) => address('/admin/revenue/@id', { id });
const person = ({ id }: Named) => address('/admin/users/@id', { id });

const wallet = ({ user_id: user }: { user_id: string }) => address('/admin/wallets', {}, { query: { user } });

/** A file already credited gets only this notice, now and later. */
const said =
  (notice: string) =>
  ({ import: { state } }: { import: { state: string } }): string =>
    state === 'same' ? 'revenue_same' : notice;

const ads = (query: Record<string, string>) => address('/admin/ads', {}, { query });

const ofQueues = (notice: string) => ({
  page: '/admin/queues' as const,
  next: '/admin/queues' as const,
  notice,
});

export const administrationPlaces = {
  'DELETE /admin/ads/:id': {
    ...place(({ id }) => ads({ ad: id }), 'ad_deleted'),
    next: '/admin/ads' as const,
  },
  'PATCH /admin/ads/:id': place(({ id }) => ads({ ad: id }), 'ad_changed'),
  'POST /admin/ads': {
    page: ads({ new: '1' }),
    next: ({ ad: { id } }: { ad: Named }) => ads({ ad: id }),
    notice: 'ad_added',
  },
  'PATCH /admin/appeals/:id': {
    page: '/admin/episodes' as const,
    next: '/admin/episodes' as const,
    notice: 'appeal_decided',
  },
  'POST /admin/contents/:type/:id/hide': ofContent('content_hidden'),
  'POST /admin/contents/:type/:id/letter': { ...ofContent(''), notice: () => undefined },
  'POST /admin/contents/:type/:id/show': ofContent('content_shown'),
  'PATCH /admin/users/:id': place(person, 'account_changed'),
  'POST /admin/wallets/:user_id/grants': {
    page: wallet,
    next: (_reply: unknown, params: { user_id: string }) => wallet(params),
    notice: 'coins_granted',
  },
  'POST /admin/episodes/:id/block': place(episode, 'work_blocked'),
  'POST /admin/episodes/:id/letter': { ...place(episode, ''), notice: () => undefined },
  'POST /admin/episodes/:id/unblock': place(episode, 'work_unblocked'),
  'POST /admin/stories/:id/block': place(story, 'work_blocked'),
  'POST /admin/stories/:id/letter': { ...place(story, ''), notice: () => undefined },
  'POST /admin/stories/:id/unblock': place(story, 'work_unblocked'),
  'POST /admin/revenue_imports': {
    page: '/admin/revenue' as const,
    next: ({ import: { id } }: { import: Named }) => address('/admin/revenue/@id', { id }),
    notice: said('revenue_received'),
  },
  'POST /admin/revenue_imports/:id/commit': {
    ...place(revenueImport, ''),
    notice: said('revenue_credited'),
  },
  'POST /admin/revenue_imports/:id/discard': place(revenueImport, 'revenue_discarded'),
  'PUT /admin/queues/:name/pause': ofQueues('queue_paused'),
  'DELETE /admin/queues/:name/pause': ofQueues('queue_resumed'),
  'POST /admin/failed_jobs/:id/retry': ofQueues('jobs_retried'),
  'DELETE /admin/failed_jobs/:id': ofQueues('jobs_dropped'),
  'POST /admin/jobs/:id/promote': ofQueues('job_promoted'),
  'POST /creator/statements/:id/appeal': place(statement, 'appeal_sent'),
};
