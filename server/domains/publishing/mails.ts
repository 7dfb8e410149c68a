import { and, eq, isNull } from 'drizzle-orm';
import { episodes, stories, storyInvitations, users } from '../../../db/schema/index.ts';
import { translator } from '../../../locales/messages.ts';
import { address } from '../../../pages/addresses.ts';
import type { Deps } from '../../deps.ts';
import { mail } from '../define.ts';
import { mailTexts, momentIn } from '../platform/mail/texts.ts';
import { tokenText } from '../platform/mail/tokens.ts';

/** Null when the invitation was answered or revoked before its mail was sent. */
async function findInvitation(deps: Deps, id: string | undefined) {
  if (id === undefined) return null;
  const [row] = await deps.db
    .select({ invitation: storyInvitations, story: stories.title, inviter: users.displayName })
    .from(storyInvitations)
    .innerJoin(stories, eq(stories.id, storyInvitations.storyId))
    .innerJoin(users, eq(users.id, storyInvitations.invitedBy))
    .where(
      and(
        eq(storyInvitations.id, id),
        isNull(storyInvitations.acceptedAt),
        isNull(storyInvitations.declinedAt),
        isNull(storyInvitations.revokedAt),
        isNull(stories.deletedAt),
      ),
    );
  if (row === undefined || row.invitation.expiresAt <= deps.clock.now()) return null;
  const { expiresAt, role } = row.invitation;
  return { id, expiresAt, role, story: row.story, inviter: row.inviter };
}

export const teamMails = [
  mail('team_removed', {
    async write({ deps, locale, mail, name, page }) {
      const { storyId } = mail.data;
      const [story] =
        storyId === undefined
          ? []
          : await deps.db
              .select({ title: stories.title })
              .from(stories)
              .where(and(eq(stories.id, storyId), isNull(stories.deletedAt)));
      if (story === undefined) return null;
      const t = mailTexts(locale);
      const title = t('removedTitle', { story: story.title });
      return {
        subject: title,
        preview: t('removedText', { name }),
        title,
        paragraphs: [t('removedText', { name }), t('removedRest')],
        button: { label: t('removedButton'), url: page('/creator/stories') },
        footer: t('removedFooter'),
      };
    },
  }),
  mail('team_invitation', {
    isForAnyone: true,
    async write({ deps, locale, timezone, mail, page }) {
      const invitation = await findInvitation(deps, mail.data.invitationId);
      if (invitation === null) return null;
      const { id, expiresAt, story, inviter } = invitation;
      const t = mailTexts(locale);
      const words = translator(locale, 'team');
      const role = words(`roles.${invitation.role}`);
      const may = words(`may.${invitation.role}`);
      const token = tokenText(deps.signingKey, 'join_team', id);
      return {
        subject: t('invitationSubject', { inviter, story }),
        preview: t('invitationPreview', { role }),
        title: t('invitationTitle', { story }),
        paragraphs: [t('invitationText', { inviter, story, role, may }), t('invitationWay')],
        button: { label: t('invitationButton'), url: page(address('/invitation', {}, { query: { token } })) },
        note: t('invitationNote', { date: momentIn(timezone, expiresAt).date }),
        footer: t('invitationFooter'),
      };
    },
  }),
];

type Told = { id: string; storyId: string; title: string; story: string };

async function findEpisode(deps: Deps, id: string | undefined): Promise<Told | null> {
  if (id === undefined) return null;
  const [row] = await deps.db
    .select({ id: episodes.id, storyId: stories.id, title: episodes.title, story: stories.title })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(and(eq(episodes.id, id), isNull(episodes.deletedAt), isNull(stories.deletedAt)));
  return row ?? null;
}

export const publishingMails = [
  mail('episode_not_published', {
    async write({ deps, locale, mail, page }) {
      const episode = await findEpisode(deps, mail.data.episodeId);
      if (episode === null) return null;
      const { id, storyId, title, story } = episode;
      const t = mailTexts(locale);
      const words = translator(locale, 'missing');
      const keys = mail.data.missing?.split(',') ?? [];
      const missing = keys.map((key) => words(key as Parameters<typeof words>[0])).join(', ');
      return {
        subject: t('notPublishedSubject', { title }),
        preview: t('notPublishedPreview', { story }),
        title: t('notPublishedTitle', { title }),
        paragraphs: [t('notPublishedText', { title, story, missing }), t('notPublishedWay')],
        button: {
          label: t('notPublishedButton'),
          url: page(address('/creator/stories/@id/episodes/@episodeId', { id: storyId, episodeId: id })),
        },
        footer: t('notPublishedFooter'),
      };
    },
  }),
];
