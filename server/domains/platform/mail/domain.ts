import { mails as mailsTable, mailTokens } from '#db/schema/index.ts';
import { Id } from '../../../lib/schemas.ts';
import { defineDomain, job, SELDOM_MS } from '../../define.ts';
import { mailLimits } from './limits.ts';
import { collectMails, eraseMails } from './personal.ts';
import { sendMail } from './send.ts';
import { deleteOldMails } from './sweep.ts';

export const mails = defineDomain({
  name: 'mails',
  tables: [mailsTable, mailTokens],
  jobs: [
    // Up to an hour and a half: a mail server that is away for longer is somebody's business.
    job(
      'mail.send',
      { mailId: Id },
      { group: 'quick', attempts: 10, backoffMs: 5_000, priority: 0 },
      { run: (deps, { mailId }) => sendMail(deps, mailId) },
    ),
  ],
  sweeps: [{ name: 'mails.delete_old', everyMs: SELDOM_MS, run: deleteOldMails }],
  limits: mailLimits,
  personal: {
    columns: { 'mails.user_id': 'erased', 'mail_tokens.user_id': 'erased' },
    collect: collectMails,
    erase: eraseMails,
  },
});
