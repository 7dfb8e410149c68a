import type { ReportedThing } from '../../../islands/safety/reports/types.ts';
import { translator } from '../../../locales/messages.ts';
import { RATINGS } from '../../../server/domains/publishing/stories/rules.ts';
import {
  countDecisions,
  findDecision,
  listDecisions,
} from '../../../server/domains/safety/reports/queries-decided.ts';
import {
  countQueue,
  listQueue,
  type QueueFilter,
  type Thing,
} from '../../../server/domains/safety/reports/queries-queue.ts';
import {
  ADMIN_SUBJECTS,
  isHideable,
  REPORT_CATEGORIES,
  REPORT_STATES,
} from '../../../server/domains/safety/reports/rules.ts';
import { HOUR_MS } from '../../../server/lib/durations.ts';
import { isId } from '../../../server/lib/ids.ts';
import { shortened } from '../../../server/lib/text.ts';
import { languageOptions } from '../../creator/languages.ts';
import { administratorData } from '../../layout/data.ts';

const PER_PAGE = 20;
const AFTER = /^[01]-\d{1,15}$/;

/** Long texts are truncated. The place itself shows the rest. */
const TEXT_SHOWN_LENGTH = 1000;
const OLD_MS = 24 * HOUR_MS;

/** Only the data the island needs, with the story's age rating in words. */
function shown(thing: Thing, nowMs: number, ratingOf: (rating: string) => string): ReportedThing {
  const { urgent, categories, episode, person, earlier, reports_count, has_notice, first_at } = thing;
  const story = thing.story && { ...thing.story, rating: ratingOf(thing.story.rating) };
  const cut = (text: string) => shortened(text, TEXT_SHOWN_LENGTH);
  const [lead] = thing.reports;
  return {
    urgent,
    categories,
    story,
    episode,
    person,
    earlier,
    reports_count,
    has_notice,
    first_at,
    id: lead?.id ?? '',
    subject: { type: thing.subject_type, id: thing.subject_id },
    isOld: nowMs - Date.parse(first_at) > OLD_MS,
    canHide: isHideable(thing.subject_type),
    snapshot: cut(lead?.snapshot ?? ''),
    now: thing.now && { ...thing.now, text: cut(thing.now.text) },
    reports: thing.reports.map(({ id, number, category, text, reporter, notice }) => ({
      id,
      number,
      category,
      text: cut(notice?.text ?? text),
      by: reporter?.display_name ?? null,
      notice: notice && { number: notice.number, name: notice.name, addresses: notice.addresses },
    })),
  };
}

export const data = administratorData(async ({ deps, locale, query }) => {
  const state = REPORT_STATES.find((known) => known === query.get('state')) ?? 'open';
  const category = REPORT_CATEGORIES.find((known) => known === query.get('category'));
  const subjectType = ADMIN_SUBJECTS.find((known) => known === query.get('subject_type'));
  const languages = languageOptions(locale);
  const language = languages.find(({ value }) => value === query.get('language'))?.value;
  const notices = query.get('notices') === 'on';
  const filter: QueueFilter = { category, subjectType, language, notices };
  const after = query.get('after') ?? '';
  const last = query.get('decided') ?? '';
  const [queue, decided, open, actioned, rejected, lastDecision] = await Promise.all([
    state === 'open'
      ? listQueue(deps, filter, { after: AFTER.test(after) ? after : undefined, perPage: PER_PAGE })
      : null,
    state === 'open'
      ? null
      : listDecisions(
          deps,
          { state, category },
          { after: isId(after) ? after : undefined, perPage: PER_PAGE },
        ),
    countQueue(deps, filter),
    countDecisions(deps, { state: 'actioned', category }),
    countDecisions(deps, { state: 'rejected', category }),
    isId(last) ? findDecision(deps, last) : null,
  ]);
  const now = deps.clock.now().getTime();
  const t = translator(locale, 'console');
  const ratingOf = (rating: string) => {
    const known = RATINGS.find((each) => each === rating);
    return known === undefined ? rating : t(`ratings.${known}`);
  };
  return {
    head: { title: translator(locale, 'reportQueue')('title') },
    state,
    things: queue?.things.map((thing) => shown(thing, now, ratingOf)) ?? [],
    next: queue?.next ?? decided?.next ?? null,
    decided: decided?.decisions ?? null,
    counts: { open, actioned, rejected },
    lastDecision,
    filter: {
      category: category ?? null,
      subject_type: subjectType ?? null,
      language: language ?? null,
      notices: notices ? 'on' : null,
    },
    languages,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
