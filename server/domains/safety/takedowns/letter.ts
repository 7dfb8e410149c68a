/** Text of the statement of reasons, for the mail and the administrator's preview (DSA, article 17). */
import type { BlockGround, BlockSubject } from '#db/schema/index.ts';
import { formatDate, formatTime } from '#locales/index.ts';
import { translator } from '#locales/messages.ts';
import type { Locale } from '../../../lib/locale.ts';
import type { Violation } from '../../platform/policy/rules.ts';
import { appealUntil, isContent } from './rules.ts';

export type LetterFacts = {
  subject: BlockSubject;
  /** Empty for contents. */
  story: string;
  number: number;
  category: Violation;
  ground: BlockGround;
  rule: string;
  facts: string;
  foundAutomatically: boolean;
  reportsCount: number;
  at: Date;
};

export function letterOf(
  {
    subject,
    story,
    number,
    category,
    ground,
    rule,
    facts,
    foundAutomatically,
    reportsCount,
    at,
  }: LetterFacts,
  { locale, zone }: { locale: Locale; zone: string },
): { title: string; paragraphs: string[] } {
  const t = translator(locale, 'statement');
  const words = translator(locale, 'reportCategories');
  const how = foundAutomatically ? 'program' : reportsCount > 0 ? 'reports' : 'own';
  return {
    title: isContent(subject)
      ? t(`contents.${subject}.hidden`)
      : subject === 'story'
        ? t('letterTitleStory', { story })
        : t('letterTitle', { story, number }),
    paragraphs: [
      t(isContent(subject) ? 'letterWhatContent' : subject === 'story' ? 'letterWhatStory' : 'letterWhat', {
        date: formatDate(at, zone),
        time: formatTime(at, zone),
        zone: zone.replaceAll('_', ' '),
      }),
      t(ground === 'law' ? 'letterLaw' : 'letterGuidelines', {
        category: words(category),
        rule: rule === '' ? '' : `, ${rule}`,
      }),
      facts,
      `${t(`how.${how}`, { count: reportsCount })} ${t('person')}`,
      t(isContent(subject) ? 'letterAppealContent' : 'letterAppeal', {
        date: formatDate(appealUntil(at), zone),
      }),
      t('letterElse'),
    ],
  };
}
