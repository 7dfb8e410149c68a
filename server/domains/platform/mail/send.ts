import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { mails, mailTokens, users } from '#db/schema/index.ts';
import { localizedPath } from '#locales/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { localeOr } from '../../../lib/locale.ts';
import type { Mail, MailContext, MailPart } from '../../define.ts';
import { houseParts } from '../../define.ts';
import { renderHtml, renderText } from './layout.ts';
import { mailer } from './mailer.ts';
import { tokenText } from './tokens.ts';

type Recipient = typeof users.$inferSelect;

/** Does nothing for a mail that was sent. A crash between the last two steps sends it twice, with one Message-ID. */
export async function sendMail(deps: Deps, mailId: string): Promise<void> {
  await findRecipient(deps, mailId);
  await inTransaction(deps, async (tx) => {
    const [mail] = await tx.db.select().from(mails).where(eq(mails.id, mailId)).for('update');
    if (mail === undefined || mail.sentAt !== null) return;
    const kind = kindOf(tx, mail);
    const recipient = await recipientOf(tx, mail);
    if (recipient === null && kind.isForAnyone !== true) return;
    const context = contextOf(tx, mail, recipient);
    const content = recipient?.erasedAt ? null : await kind.write(context);
    if (content !== null) {
      await mailer.of(tx).send({
        id: mail.id,
        to: mail.toAddress,
        locale: context.locale,
        subject: content.subject,
        text: renderText(content),
        html: renderHtml(content, context.locale),
        ...(content.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: content.unsubscribeUrl }),
      });
    }
    const userId = recipient?.id ?? null;
    await tx.db.update(mails).set({ sentAt: tx.clock.now(), userId }).where(eq(mails.id, mailId));
  });
}

/** Throws for kinds of a newer program, so that the mail waits for that program. */
function kindOf(deps: Deps, { kind }: Mail): MailPart {
  const part = houseParts.of(deps).mails.get(kind);
  if (part === undefined) throw new Error(`There is no mail ${kind} in this program`);
  return part;
}

/** Null when nobody has confirmed the address, as with an invitation. */
async function recipientOf(deps: Deps, { userId, toAddress }: Mail): Promise<Recipient | null> {
  const theirs =
    userId === null
      ? and(eq(users.email, toAddress), isNotNull(users.emailConfirmedAt), isNull(users.erasedAt))
      : eq(users.id, userId);
  const [user] = await deps.db.select().from(users).where(theirs);
  return user ?? null;
}

/** Own transaction: the token is stored before the mail goes, so that no mail contains a dead link. */
async function findRecipient(deps: Deps, mailId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [mail] = await tx.db.select().from(mails).where(eq(mails.id, mailId)).for('update');
    if (mail === undefined || mail.sentAt !== null || mail.userId !== null) return;
    const { address } = kindOf(tx, mail);
    if (address === undefined) return;
    const found = await address(tx, mail);
    const own = eq(mails.id, mailId);
    await (found === null ? tx.db.delete(mails).where(own) : tx.db.update(mails).set(found).where(own));
  });
}

function contextOf(deps: Deps, mail: Mail, user: Recipient | null): MailContext {
  const language = user?.language ?? mail.locale;
  const locale = localeOr(language);
  const { displayName: name = '', timezone = 'UTC' } = user ?? {};
  return {
    deps,
    mail,
    locale,
    name,
    timezone,
    page: (path) => `${deps.config.BASE_URL}${localizedPath(locale, path)}`,
    findToken: () => findLiveToken(deps, mail.data.tokenId),
  };
}

async function findLiveToken(deps: Deps, tokenId: string | undefined): ReturnType<MailContext['findToken']> {
  if (tokenId === undefined) return null;
  const [token] = await deps.db.select().from(mailTokens).where(eq(mailTokens.id, tokenId));
  if (token === undefined || token.usedAt !== null || token.expiresAt <= deps.clock.now()) return null;
  return { text: tokenText(deps.signingKey, token.purpose, token.id), until: token.expiresAt };
}
