/** Sends a mail that was written down: once, in the account's language, with a link that holds from now on. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import {
  episodes,
  type MailTokenPurpose,
  mails,
  mailTokens,
  stories,
  storyInvitations,
  users,
} from '../../db/schema/index.ts';
import { localizedPath } from '../../locales/index.ts';
import { type Deps, inTransaction } from '../deps.ts';
import { isLocale, type Locale } from '../lib/locale.ts';
import { kinds, type MailFacts } from './templates/kinds.ts';
import { renderHtml, renderText } from './templates/layout.ts';
import { issueToken, type MailToken, tokenText } from './tokens.ts';

type Mail = typeof mails.$inferSelect;
type Recipient = typeof users.$inferSelect;

/** Running it again for a mail that was sent does nothing. A crash between the two last steps sends it twice, under one Message-ID. */
export async function sendMail(deps: Deps, mailId: string): Promise<void> {
  await findRecipient(deps, mailId);
  await inTransaction(deps, async (tx) => {
    const [mail] = await tx.db.select().from(mails).where(eq(mails.id, mailId)).for('update');
    if (mail === undefined || mail.sentAt !== null) return;
    const recipient = await recipientOf(tx, mail);
    if (recipient === null && mail.kind !== 'team_invitation') return;
    const facts = await factsOf(tx, mail, recipient);
    if (facts) {
      const content = kinds[mail.kind](facts);
      await tx.mailer.send({
        id: mail.id,
        to: mail.toAddress,
        locale: facts.locale,
        subject: content.subject,
        text: renderText(content),
        html: renderHtml(content, facts.locale),
      });
    }
    const userId = recipient?.id ?? null;
    await tx.db.update(mails).set({ sentAt: tx.clock.now(), userId }).where(eq(mails.id, mailId));
  });
}

/** Null for an invitation to an address that nobody here has proven to be theirs. */
async function recipientOf(deps: Deps, { userId, toAddress }: Mail): Promise<Recipient | null> {
  const theirs =
    userId === null
      ? and(eq(users.email, toAddress), isNotNull(users.emailConfirmedAt), isNull(users.erasedAt))
      : eq(users.id, userId);
  const [user] = await deps.db.select().from(users).where(theirs);
  return user ?? null;
}

/**
 * Whether a forgotten password's address belongs to somebody is found out here and not in the request, so that the
 * request takes the same time for everybody. The token is kept before the mail goes, so that no mail holds a dead link.
 */
async function findRecipient(deps: Deps, mailId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [mail] = await tx.db.select().from(mails).where(eq(mails.id, mailId)).for('update');
    if (mail?.kind !== 'reset_password' || mail.sentAt !== null || mail.userId !== null) return;
    const [user] = await tx.db.select().from(users).where(eq(users.email, mail.toAddress));
    if (user === undefined || user.lockedAt !== null || user.erasedAt !== null) {
      await tx.db.delete(mails).where(eq(mails.id, mailId));
      return;
    }
    const tokenId = await issueToken(tx, { userId: user.id, purpose: 'reset_password', email: user.email });
    await tx.db
      .update(mails)
      .set({ userId: user.id, toAddress: user.email, data: { ...mail.data, tokenId } })
      .where(eq(mails.id, mailId));
  });
}

/** Null when the mail has lost its point: its link no longer holds, or the account is gone. */
async function factsOf(deps: Deps, mail: Mail, user: Recipient | null): Promise<MailFacts | null> {
  if (user !== null && user.erasedAt !== null) return null;
  const language = user?.language ?? mail.locale;
  const locale: Locale = isLocale(language) ? language : 'en';
  const { displayName = '', timezone = 'UTC' } = user ?? {};
  const common = { locale, name: displayName, timezone, at: mail.createdAt };
  const page = (path: string) => `${deps.config.BASE_URL}${localizedPath(locale, path)}`;
  const withToken = async (toUrl: (text: string) => string): Promise<MailFacts | null> => {
    const token = await liveToken(deps, mail.data.tokenId);
    if (token === null) return null;
    const text = tokenText(deps.signingKey, token.purpose satisfies MailTokenPurpose, token.id);
    return { ...common, url: toUrl(text), until: token.expiresAt };
  };
  switch (mail.kind) {
    case 'confirm_email':
    case 'confirm_new_email':
      return withToken((text) => page(`/confirm_email?token=${text}`));
    case 'reset_password':
      return withToken((text) => page(`/reset_password?token=${text}`) + backOf(mail));
    case 'export_ready':
      return withToken(
        (text) => `${deps.config.BASE_URL}/api/user/exports/${mail.data.exportId}?token=${text}`,
      );
    case 'email_changing':
    case 'password_changed':
      return { ...common, url: page('/forgotten_password'), until: null };
    case 'deletion_requested':
      return {
        ...common,
        url: page('/sign_in'),
        until: mail.data.until === undefined ? null : new Date(mail.data.until),
      };
    case 'episode_not_published': {
      const episode = await findEpisode(deps, mail.data.episodeId);
      if (episode === null) return null;
      const { id, storyId, title, story } = episode;
      const about = { title, story, missing: mail.data.missing?.split(',') ?? [] };
      return { ...common, url: page(`/creator/stories/${storyId}/episodes/${id}`), until: null, about };
    }
    case 'team_invitation': {
      const invitation = await findInvitation(deps, mail.data.invitationId);
      if (invitation === null) return null;
      const { id, expiresAt: until, story, inviter, role } = invitation;
      const url = page(`/invitation?token=${tokenText(deps.signingKey, 'join_team', id)}`);
      return { ...common, url, until, team: { story, inviter, role } };
    }
  }
}

/** Where whoever has forgotten a password was on the way to (ACC-53). */
const backOf = ({ data }: Mail): string =>
  data.back === undefined ? '' : `&back=${encodeURIComponent(data.back)}`;

type Told = { id: string; storyId: string; title: string; story: string };

/** Null when it was deleted meanwhile: nobody need hear of it any more. */
async function findEpisode(deps: Deps, id: string | undefined): Promise<Told | null> {
  if (id === undefined) return null;
  const [row] = await deps.db
    .select({ id: episodes.id, storyId: stories.id, title: episodes.title, story: stories.title })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(and(eq(episodes.id, id), isNull(episodes.deletedAt), isNull(stories.deletedAt)));
  return row ?? null;
}

/** Null when it was answered or taken back before its mail was sent. */
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

async function liveToken(deps: Deps, tokenId: string | undefined): Promise<MailToken | null> {
  if (tokenId === undefined) return null;
  const [token] = await deps.db.select().from(mailTokens).where(eq(mailTokens.id, tokenId));
  if (token === undefined || token.usedAt !== null || token.expiresAt <= deps.clock.now()) return null;
  return token;
}
