import t from 'tap';
import { translator } from '#locales/messages.ts';
import { LOCALES } from '#server/lib/locale.ts';
import { jobSettings } from '#server/queue/jobs.ts';
import { makeSchedules, punctualSchedules } from '#workers/schedules.ts';

const jobs = Object.keys(jobSettings).map((name) => `jobs.codes.${name}`);
const sweeps = [...makeSchedules({}), ...punctualSchedules].map(({ name }) => `sweeps.codes.${name}`);

for (const locale of LOCALES)
  t.test(`every job and every sweep has words in ${locale}`, async (t) => {
    const words = translator(locale, 'queues');
    const isMissing = (key: string) => !words.has(key as 'jobs.codes.mail.send');
    t.ok(jobs.length > 0 && sweeps.length > 0);
    t.same([...jobs, ...sweeps].filter(isMissing), []);
    t.ok(isMissing('jobs.codes.mail.never'), 'a new one without words is found');
  });
