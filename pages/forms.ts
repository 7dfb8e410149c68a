/** Pages for forms without a script: the form again after a refusal, or the next page with its notice. */
import type { Api } from '../server/api.ts';
import { PUBLICATION_TYPES } from '../server/domains/publishing/stories/rules.ts';
import type { Call, ParamsOf, ReplyOf } from '../server/lib/contract.ts';
import { type Address, address } from './addresses.ts';
import { administrationPlaces } from './forms-administration.ts';
import { payoutPlaces } from './forms-payouts.ts';
import { releasedAddress } from './forms-releases.ts';

export type FormRoute = { [R in keyof Api]: Api[R] extends { form: object } ? R : never }[keyof Api];

type Place<C extends Call> = {
  /** The form's page, unless the form names it (`_page`). */
  page: Address | ((params: ParamsOf<C>, body: Readonly<Record<string, unknown>>) => Address);
  /** The next page, unless the form names it (`_back`). */
  next: Address | ((reply: ReplyOf<C>, params: ParamsOf<C>) => Address);
  notice: string | ((reply: ReplyOf<C>) => string | undefined);
  carriesBack?: true;
};

type InStory = { id: string };
type WithEpisode = { episode: { id: string; story_id: string } };

const details = ({ id }: InStory) => address('/creator/stories/@id/details', { id });
const prices = ({ id }: InStory) => address('/creator/stories/@id/prices', { id });
const countries = ({ id }: InStory) => address('/creator/stories/@id/geofiltering', { id });
const story = ({ story: { id } }: { story: InStory }) => address('/creator/stories/@id', { id });

const newStory = (sent: unknown) => {
  const type = PUBLICATION_TYPES.find((known) => known === sent);
  return address('/creator/stories/new', {}, { query: { type } });
};

const team = (notice: string) => {
  const page = ({ id }: InStory) => address('/creator/stories/@id/collaborators', { id });
  return { page, next: (_reply: unknown, params: InStory) => page(params), notice };
};

const episode = (notice: string) => ({
  page: '/creator/stories' as const,
  next: ({ episode: { id: episodeId, story_id: id } }: WithEpisode) =>
    address('/creator/stories/@id/episodes/@episodeId', { id, episodeId }),
  notice,
});

/** Forms on many pages: they name their own page and the way back. */
const ofReader = (notice: string) => ({ page: '/' as const, next: '/' as const, notice });

const secondFactor = (notice: string | (() => undefined)) => ({
  page: '/settings/second_factor' as const,
  next: '/settings/second_factor' as const,
  notice,
});

const invitation = ({ id }: InStory) => address('/invitation', {}, { query: { id } });

const ofNews = (notice: string) => ({
  page: '/notifications' as const,
  next: '/notifications' as const,
  notice,
});

export const formPlaces: { readonly [R in FormRoute]: Place<Api[R]> } = {
  ...administrationPlaces,
  ...payoutPlaces,
  'DELETE /user/notifications': ofNews('notifications_removed'),
  'DELETE /user/notifications/:id': ofNews('notifications_removed'),
  'DELETE /user/push_subscriptions': ofNews('device_removed'),
  'POST /user/notifications/restore': ofNews('notifications_restored'),
  'POST /unsubscribe/:token': { page: '/', next: '/', notice: 'unsubscribed_mails' },
  'PUT /user/attention': {
    page: '/attention',
    next: '/attention',
    notice: ({ counted }) => (counted ? 'attention_counted' : 'attention_deleted'),
  },
  'PUT /user/notifications/read': {
    page: '/notifications',
    next: '/notifications',
    notice: 'notifications_read',
  },
  'DELETE /comment_replies/:id': ofReader('reply_deleted'),
  'DELETE /comments/:id': ofReader('comment_deleted'),
  'DELETE /comments/:id/like': ofReader('unliked'),
  'DELETE /comments/:id/pin': ofReader('comment_unpinned'),
  'DELETE /creator/stories/:id/kept_out/:user_id': ofReader('person_let_in'),
  'DELETE /episodes/:id/comments_lock': ofReader('comments_opened'),
  'DELETE /tsukkomi_comments/:id': ofReader('note_deleted'),
  'DELETE /users/:id/block': ofReader('person_heard'),
  'DELETE /users/:id/mute': ofReader('person_heard'),
  'PATCH /comment_replies/:id': ofReader('reply_edited'),
  'PATCH /comments/:id': ofReader('comment_edited'),
  'POST /comment_replies': {
    ...ofReader(''),
    notice: ({ reply }) => (reply.held ? 'comment_held' : 'reply_added'),
  },
  'POST /comments': {
    ...ofReader(''),
    notice: ({ comment }) => (comment.held ? 'comment_held' : 'comment_added'),
  },
  'POST /comments/:id/hide': ofReader('comment_hidden'),
  'POST /comments/:id/show': ofReader('comment_shown'),
  'POST /pop_reaction': {
    ...ofReader(''),
    notice: ({ mine }) => (mine === null ? 'reaction_gone' : 'reaction_kept'),
  },
  'POST /tsukkomi_comments': {
    ...ofReader(''),
    notice: ({ tsukkomi_comment: note }) => (note.hidden ? 'note_held' : 'note_added'),
  },
  'POST /tsukkomi_comments/:id/hide': ofReader('note_hidden'),
  'POST /tsukkomi_comments/:id/show': ofReader('note_shown'),
  'POST /creator/comments/hide': ofReader('comments_hidden'),
  'PUT /comments/:id/like': ofReader('liked'),
  'PUT /comments/:id/pin': ofReader('comment_pinned'),
  'PUT /creator/stories/:id/comments_settings': ofReader('settings_changed'),
  'PUT /creator/stories/:id/kept_out/:user_id': {
    ...ofReader(''),
    notice: ({ blocked }) => (blocked ? 'person_blocked_and_kept_out' : 'person_kept_out'),
  },
  'PUT /episodes/:id/comments_lock': ofReader('comments_locked'),
  'PUT /users/:id/block': ofReader('person_blocked'),
  'PUT /users/:id/mute': ofReader('person_muted'),
  'DELETE /auth/session': { page: '/', next: '/', notice: 'signed_out' },
  'DELETE /auth/sessions/:id': { page: '/settings', next: '/settings', notice: 'session_ended' },
  'DELETE /collections/:id': ofReader('collection_deleted'),
  // The shelf itself shows this, with undo.
  'DELETE /library/reading/:story_id': { ...ofReader(''), notice: () => undefined },
  'PUT /library/reading/:story_id': { ...ofReader(''), notice: () => undefined },
  'DELETE /collections/:id/follow': ofReader('collection_left'),
  'DELETE /collections/:id/stories/:story_id': ofReader('collection_story_removed'),
  'DELETE /connected_apps/:provider': {
    page: '/connected_apps',
    next: '/connected_apps',
    notice: 'social_disconnected',
  },
  'DELETE /creator/episodes/epub/:id/import': {
    page: '/creator/stories',
    next: '/creator/stories',
    notice: () => undefined,
  },
  'DELETE /creator/stories/:id': { page: details, next: '/creator/stories', notice: 'story_deleted' },
  'DELETE /creator/stories/:id/collaborators/:user_id': team('member_removed'),
  'DELETE /creator/stories/:id/collaborators/me': { ...team('team_left'), next: '/creator/stories' },
  'DELETE /creator/stories/:id/invitations/:invitation_id': team('invitation_revoked'),
  'DELETE /episodes/:id/like': ofReader('unliked'),
  'DELETE /stories/:id/rating': ofReader('rating_taken_back'),
  'DELETE /stories/:id/subscription': ofReader('unsubscribed'),
  'DELETE /users/:slug/subscription': ofReader('unsubscribed_all'),
  'DELETE /user/second_factor': secondFactor('factor_off'),
  'DELETE /user/second_factor/app': secondFactor('factor_app_removed'),
  'DELETE /user/second_factor/passkeys/:id': secondFactor('passkey_removed'),
  'DELETE /user/second_factor/recovery_codes/shown': secondFactor(() => undefined),
  'POST /auth/fresh': { page: '/fresh_sign_in', next: '/settings', notice: 'proven' },
  'POST /auth/second_factor': {
    page: '/sign_in/second_factor',
    next: '/creator/stories',
    notice: (reply) => (reply.message === undefined ? undefined : 'account_kept'),
  },
  'POST /security_notices': {
    page: (_params, { token }) => address('/security_notice', {}, { query: { token: String(token) } }),
    next: ({ reset_token: token }) =>
      token === null ? '/' : address('/reset_password', {}, { query: { token } }),
    notice: ({ reset_token: token }) => (token === null ? 'notice_mine' : 'notice_not_mine'),
  },
  'POST /user/second_factor/app': secondFactor(() => undefined),
  'POST /user/second_factor/recovery_codes': secondFactor('recovery_codes_made'),
  'PUT /user/second_factor/app': secondFactor('factor_on'),
  'DELETE /user': { page: '/settings', next: '/', notice: 'deletion_requested' },
  'PATCH /collections/:id': ofReader('collection_saved'),
  'PATCH /creator/stories/:id': {
    page: details,
    next: (_reply, params) => details(params),
    notice: 'story_saved',
  },
  'PATCH /creator/stories/:id/collaborators/:user_id': team('role_changed'),
  'POST /auth/mail': {
    page: '/sign_in',
    next: '/creator/stories',
    notice: (reply) => (reply.message === undefined ? undefined : 'account_kept'),
  },
  'POST /auth/social_account': {
    page: '/sign_up/social',
    next: '/creator/stories',
    notice: ({ user }) => (user.email_confirmed ? 'social_account_created' : 'account_created'),
  },
  'POST /collections': ofReader('collection_made'),
  'POST /consent': { page: '/cookies', next: '/cookies', notice: 'consent_saved' },
  'POST /creator/deleted_stories/:id/restore': {
    page: '/creator/stories/deleted',
    next: story,
    notice: 'story_restored',
  },
  'POST /creator/episodes/:id/publish': episode('publish_success'),
  'POST /creator/episodes/:id/schedule': episode('schedule_success'),
  'POST /creator/episodes/:id/unpublish': episode('unpublish_success'),
  'POST /creator/episodes/:id/unschedule': episode('unschedule_success'),
  'POST /creator/episodes/chapters': {
    page: '/creator/stories',
    next: '/creator/stories',
    notice: (reply) => ('chapter' in reply ? 'chapter_added' : undefined),
  },
  'POST /creator/episodes/epub/:id/import': {
    page: '/creator/stories',
    next: '/creator/stories',
    // The next page shows the chapters.
    notice: () => undefined,
  },
  'POST /creator/stories': {
    page: (_params, { publication_type: sent }) => newStory(sent),
    next: story,
    notice: 'story_saved',
  },
  'POST /creator/stories/:id/releases': {
    page: ({ id }) => address('/creator/stories/@id', { id }),
    next: ({ outcomes }, { id }) => releasedAddress(id, outcomes),
    // The page reports each episode.
    notice: () => undefined,
  },
  'POST /creator/stories/:id/collaborators': team('invitation_sent'),
  'POST /creator/stories/:id/invitations/:invitation_id/resend': team('invitation_sent'),
  // The episode itself shows the balance.
  'POST /episodes/:id/unlock': { page: '/', next: '/wallet', notice: () => undefined },
  'POST /forgotten_passwords': {
    page: '/forgotten_password',
    next: '/sign_in',
    notice: 'reset_mail_sent',
    carriesBack: true,
  },
  'POST /invitations/decline': { page: '/invitation', next: '/', notice: 'invitation_declined' },
  // The book's page shows its progress.
  'POST /media/epub': { page: '/creator/stories', next: '/creator/stories', notice: () => undefined },
  'POST /user/confirm_email': {
    page: '/confirm_email',
    next: ({ signed_in: isSignedIn }) => (isSignedIn ? '/creator/stories' : '/sign_in'),
    notice: 'email_confirmed',
  },
  'POST /user/confirm_email/resend': { page: '/settings', next: '/settings', notice: 'confirmation_sent' },
  'POST /user/export': { page: '/settings', next: '/settings', notice: 'export_requested' },
  'POST /user/invitations/:id/accept': {
    page: invitation,
    next: ({ story_id: id }) => address('/creator/stories/@id', { id }),
    notice: 'team_joined',
  },
  'POST /user/invitations/:id/decline': {
    page: invitation,
    next: '/creator/stories',
    notice: 'invitation_declined',
  },
  'POST /user/reset_passwords': {
    page: (_params, { token }) => address('/reset_password', {}, { query: { token: String(token ?? '') } }),
    next: '/sign_in',
    notice: ({ disconnected }) => (disconnected.length > 0 ? 'password_reset' : 'password_changed'),
    carriesBack: true,
  },
  'POST /users': { page: '/sign_up', next: '/creator/stories', notice: 'account_created' },
  'DELETE /admin/violation_decisions/:id': {
    page: '/admin/reports',
    next: '/admin/reports',
    notice: 'report_reopened',
  },
  'PATCH /admin/violations/:id': {
    page: '/admin/reports',
    next: ({ decision: { id } }) => address('/admin/reports', {}, { query: { decided: id } }),
    notice: 'report_decided',
  },
  'POST /illegal_content_notices': {
    page: '/report_illegal_content',
    next: ({ receipt: { id } }) => address('/report_illegal_content/receipt', {}, { query: { id } }),
    notice: 'notice_received',
  },
  'POST /violation': ofReader('violation_reported'),
  'PUT /collections/:id/follow': ofReader('collection_followed'),
  'PUT /collections/:id/stories/:story_id': {
    ...ofReader(''),
    notice: ({ added }) => (added ? 'collection_story_added' : 'collection_saved'),
  },
  'PUT /creator/content_languages/preferred': {
    page: '/profile_edit',
    next: '/profile_edit',
    notice: 'profile_saved',
  },
  'PUT /creator/pricing_strategies/:id': {
    page: prices,
    next: (_reply, params) => prices(params),
    notice: 'settings_changed',
  },
  'PUT /creator/story_geofiltering_strategies/:id': {
    page: countries,
    next: (_reply, params) => countries(params),
    notice: 'geofiltering_saved',
  },
  'PUT /episodes/:id/like': ofReader('liked'),
  'PUT /stories/:id/rating': ofReader('story_rated'),
  'PUT /stories/:id/subscription': {
    ...ofReader(''),
    notice: ({ notify }) => (notify === 'all' ? 'subscribed' : 'notify_chosen'),
  },
  'PUT /users/:slug/subscription': ofReader('subscribed_all'),
  'PUT /user/passwords': { page: '/change_password', next: '/settings', notice: 'password_changed' },
  'PUT /user/profile': { page: '/profile_edit', next: '/profile_edit', notice: 'profile_saved' },
  'PUT /user/settings': { page: '/settings', next: '/settings', notice: 'settings_changed' },
};
