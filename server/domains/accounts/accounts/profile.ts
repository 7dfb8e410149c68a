/** Changes the profile and the notification settings (PRO-08 to PRO-30). */

import { and, eq, ne } from 'drizzle-orm';
import { media, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { type FieldErrors, unauthorized, unprocessable } from '../../../lib/errors.ts';
import type { Locale } from '../../../lib/locale.ts';
import { cleanName, lookOf } from '../../../lib/names.ts';
import { lengthOf } from '../../../lib/text.ts';
import { canonicalZone } from '../../../lib/timezones.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { isRuledOut } from '../../platform/policy/rulings.ts';
import { accountLimits } from '../limits.ts';
import { sendConfirmation } from './confirmation.ts';
import { findProofProblem } from './identity.ts';
import { findNameProblem } from './name-checks.ts';
import { purgeAuthor } from './public-pages.ts';
import { BIO_MAX_LENGTH, checkAge, isEmail, isName, isWebsite, plainBio } from './rules.ts';

export type ProfileChange = {
  displayName?: string;
  name?: string | null;
  website?: string | null;
  bio?: string | null;
  email?: string;
  /** Required for a new e-mail address. */
  currentPassword?: string;
  dateOfBirth?: string;
  guardianConsent?: boolean;
  timezone?: string;
  language?: Locale;
  pictureMediaId?: string | null;
  preferredLanguages?: string[];
};

type User = typeof users.$inferSelect;

const PUBLIC = ['displayName', 'website', 'bio', 'pictureMediaId'] as const;

/**
 * Changes all given fields or none. Throws 422 with every wrong field. A new address requires the password and stays
 * pending until confirmed: a typo must not lock the owner out. Returns whether a link was sent.
 */
export async function changeProfile(
  deps: Deps,
  viewer: Viewer,
  change: ProfileChange,
): Promise<{ confirmationSent: boolean }> {
  const { fields, needsProof } = await examine(deps, viewer.id, change);
  const proof = { password: change.currentPassword, field: 'current_password' };
  if (needsProof) Object.assign(fields, await findProofProblem(deps, viewer, proof));
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
  return inTransaction(deps, async (tx) => {
    const [user] = await tx.db.select().from(users).where(eq(users.id, viewer.id)).for('update');
    if (user === undefined) throw unauthorized('sign_in_required');
    const next = nextValues(tx, user, change);
    await tx.db.update(users).set(next).where(eq(users.id, user.id));
    if (PUBLIC.some((field) => next[field] !== user[field])) await purgeAuthor(tx, user.id);
    const confirmationSent = isNewAddress(user, change.email);
    if (confirmationSent) await announceAddress(tx, { ...user, ...next });
    return { confirmationSent };
  });
}

/** Finds everything wrong with the given fields, without verifying the password. */
export const findProfileProblems = async (
  deps: Deps,
  userId: string,
  change: ProfileChange,
): Promise<FieldErrors> => (await examine(deps, userId, change)).fields;

async function examine(
  deps: Deps,
  userId: string,
  change: ProfileChange,
): Promise<{ fields: FieldErrors; needsProof: boolean }> {
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw unauthorized('sign_in_required');
  const emailFields = await checkEmail(deps, user, change.email);
  const needsProof = emailFields.email === undefined && isNewAddress(user, change.email);
  const isMissing = needsProof && user.passwordHash !== null && !change.currentPassword;
  const fields = {
    ...(await checkName(deps, user, change.displayName)),
    ...checkTexts(change),
    ...checkBirth(deps, user, change),
    ...emailFields,
    ...(isMissing ? { current_password: ['blank'] } : {}),
    ...(await checkPicture(deps, user, change.pictureMediaId)),
  };
  return { fields, needsProof: needsProof && !isMissing };
}

/** False for the current and the pending address: entering these again needs no proof and changes nothing. */
const isNewAddress = (user: User, email: string | undefined): boolean =>
  email !== undefined &&
  ![user.email, user.pendingEmail].some((known) => known?.toLowerCase() === email.toLowerCase());

function checkTexts(change: ProfileChange): FieldErrors {
  const fields: FieldErrors = {};
  const { name, website, bio, timezone } = change;
  if (name && !isName(name)) fields.name = ['invalid'];
  if (website?.trim() && !isWebsite(website.trim())) fields.website = ['no_web_address'];
  if (bio && lengthOf(plainBio(bio)) > BIO_MAX_LENGTH) fields.bio = ['too_long'];
  if (timezone !== undefined && canonicalZone(timezone) === null) fields.timezone = ['invalid'];
  return fields;
}

/** A name older than these rules stays valid until changed. */
async function checkName(deps: Deps, user: User, name: string | undefined): Promise<FieldErrors> {
  if (name === undefined || name === cleanName(user.displayName)) return {};
  const problem = await findNameProblem(deps, name, user.id);
  return problem === null ? {} : { display_name: [problem] };
}

function checkBirth(deps: Deps, user: User, change: ProfileChange): FieldErrors {
  if (change.dateOfBirth === undefined) return {};
  return checkAge({
    dateOfBirth: change.dateOfBirth,
    guardianConsent: change.guardianConsent === true || user.guardianConsentAt !== null,
    today: utcDay(deps.clock.now()),
  });
}

async function checkEmail(deps: Deps, user: User, email: string | undefined): Promise<FieldErrors> {
  if (email === undefined) return {};
  if (!isEmail(email)) return { email: ['invalid'] };
  // Limited: otherwise, repeated checks of an unsent form would reveal which addresses have an account.
  const look = await attempt(deps, accountLimits.takenAddress, [subjects.user(user.id)]);
  const [other] = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, user.id)));
  if (other !== undefined) return { email: ['taken'] };
  await look.takeBack();
  return {};
}

/** PRO-34, PRO-35, PRO-36: the user's own picture, uploaded for this purpose and ready to show. */
async function checkPicture(
  deps: Deps,
  user: User,
  mediaId: string | null | undefined,
): Promise<FieldErrors> {
  if (mediaId === undefined || mediaId === null || mediaId === user.pictureMediaId) return {};
  const own = and(eq(media.id, mediaId), eq(media.ownerId, user.id), eq(media.purpose, 'profile'));
  const [picture] = await deps.db.select().from(media).where(own);
  if (picture === undefined || picture.failedAt !== null) return { picture_media_id: ['unknown_media'] };
  if (await isRuledOut(deps, mediaId)) return { picture_media_id: ['hidden_by_administrator'] };
  return picture.processedAt === null ? { picture_media_id: ['not_ready'] } : {};
}

function nextValues(deps: Deps, user: User, change: ProfileChange) {
  const email = change.email ?? user.pendingEmail ?? user.email;
  const isConsentNew = change.guardianConsent === true && user.guardianConsentAt === null;
  return {
    displayName: change.displayName?.trim() ?? user.displayName,
    look: lookOf(change.displayName ?? user.displayName),
    name: change.name === undefined ? user.name : emptyToNull(change.name),
    website: change.website === undefined ? user.website : emptyToNull(change.website),
    bio: change.bio === undefined ? user.bio : emptyToNull(plainBio(change.bio ?? '')),
    // Entering the current address again cancels a pending change.
    pendingEmail: email.toLowerCase() === user.email.toLowerCase() ? null : email,
    dateOfBirth: change.dateOfBirth ?? user.dateOfBirth,
    guardianConsentAt: isConsentNew ? deps.clock.now() : user.guardianConsentAt,
    timezone: (change.timezone === undefined ? null : canonicalZone(change.timezone)) ?? user.timezone,
    language: change.language ?? user.language,
    pictureMediaId: change.pictureMediaId === undefined ? user.pictureMediaId : change.pictureMediaId,
    preferredLanguages: change.preferredLanguages ?? user.preferredLanguages,
  };
}

const emptyToNull = (text: string | null): string | null => {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
};

/** Mails the link to the new address, and a notice to the old address if it is confirmed. */
async function announceAddress(tx: TransactionDeps, user: User): Promise<void> {
  await attempt(tx, accountLimits.confirmMail, [subjects.user(user.id)]);
  logSecurity(tx, 'address_changing', { userId: user.id });
  await sendConfirmation(tx, user);
  if (user.emailConfirmedAt === null) return;
  await queueMail(tx, { userId: user.id, kind: 'email_changing', to: user.email, locale: user.language });
}

export type NotificationChange = Partial<
  Record<'subscribe_to_emails' | 'new_comments' | 'new_episodes' | 'new_subscriber' | 'replies', boolean>
>;

export async function changeSettings(deps: Deps, userId: string, change: NotificationChange): Promise<void> {
  const values = {
    subscribeToEmails: change.subscribe_to_emails,
    notifyNewComments: change.new_comments,
    notifyNewEpisodes: change.new_episodes,
    notifyNewSubscriber: change.new_subscriber,
    notifyReplies: change.replies,
  };
  if (Object.values(values).every((value) => value === undefined)) return;
  await deps.db.update(users).set(values).where(eq(users.id, userId));
}
