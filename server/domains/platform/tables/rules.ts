/** Kinds of work as people call them, on the board of queues and in commands. */
export const JOB_AREAS = [
  'releases',
  'pictures',
  'books',
  'mail',
  'news',
  'money',
  'accounts',
  'others',
] as const;
export type JobArea = (typeof JOB_AREAS)[number];

const AREAS: Readonly<Record<string, JobArea>> = {
  account: 'accounts',
  accounts: 'accounts',
  episode: 'releases',
  episodes: 'releases',
  earnings: 'money',
  exports: 'accounts',
  factors: 'accounts',
  ledger: 'money',
  mail: 'mail',
  mails: 'mail',
  media: 'pictures',
  notifications: 'news',
  novels: 'books',
  payouts: 'money',
  publishing: 'releases',
  purchases: 'money',
  revenue: 'money',
  sessions: 'accounts',
  social: 'accounts',
  unlock: 'money',
  uploads: 'pictures',
};

export const areaOf = (name: string): JobArea => AREAS[name.split('.', 1)[0] ?? ''] ?? 'others';

export const isJobArea = (word: string): word is JobArea => (JOB_AREAS as readonly string[]).includes(word);

const FAILURE_REASON_MAX_LENGTH = 200;

/** The first line of an error without ids, so that equal reasons read alike. */
export function reasonOf(error: string): string {
  const [line = ''] = error.trim().split('\n', 1);
  return line
    .replace(/^(?:Uncaught )?(?:[A-Z]\w*)?Error(?: \[\w+\])?: /, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '…')
    .replace(/\b[0-9a-f]{16,}\b/gi, '…')
    .slice(0, FAILURE_REASON_MAX_LENGTH);
}

/** Number of a job as people say it: `ob-81442-mail.send` is 81442. */
export const numberOf = (jobId: string): string => /^ob-(\d+)/.exec(jobId)?.[1] ?? jobId.slice(0, 8);
