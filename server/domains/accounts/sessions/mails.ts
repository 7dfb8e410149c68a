/** The mail of a forgotten password. */

import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { address } from '#pages/addresses.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { type Mail, mail } from '../../define.ts';
import { issueToken } from '../../platform/mail/tokens.ts';
import { mailTexts, momentIn } from '../../platform/mail/words.ts';

/**
 * Whether a forgotten password's address belongs to somebody is found out here and not in the request, so that the
 * request takes the same time for everybody.
 */
async function addressReset(tx: TransactionDeps, { toAddress, data }: Mail) {
  const [user] = await tx.db.select().from(users).where(eq(users.email, toAddress));
  if (user === undefined || user.lockedAt !== null || user.erasedAt !== null) return null;
  const { id: userId, email } = user;
  const tokenId = await issueToken(tx, { userId, purpose: 'reset_password', email });
  return { userId, toAddress: email, data: { ...data, tokenId } };
}

export const sessionMails = [
  mail('reset_password', {
    address: addressReset,
    async write({ locale, name, timezone, mail, page, findToken }) {
      const token = await findToken();
      if (token === null) return null;
      const t = mailTexts(locale);
      // With the page that whoever has forgotten a password was on the way to (ACC-53).
      const { back } = mail.data;
      return {
        subject: t('resetSubject'),
        preview: t('resetPreview'),
        title: t('resetTitle', { name }),
        paragraphs: [t('resetText')],
        button: {
          label: t('resetButton'),
          url: page(address('/reset_password', {}, { query: { token: token.text, back } })),
        },
        note: t('resetNote', momentIn(timezone, token.until)),
        footer: t('resetFooter'),
      };
    },
  }),
];
