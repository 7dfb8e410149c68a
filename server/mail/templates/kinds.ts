/** What each mail says. Texts stand in `mails` of the locales; a name in them is text like any other, never markup. */
import { formatDate, formatTime } from '../../../locales/index.ts';
import { translator } from '../../../locales/messages.ts';
import type { Locale } from '../../lib/locale.ts';
import type { MailContent } from './layout.ts';

export type EpisodeFacts = {
  title: string;
  story: string;
  /** Keys of `shortcomings`. */
  missing: readonly string[];
};

export type TeamFacts = { story: string; inviter: string; role: 'publisher' | 'editor' | 'viewer' };

export type MailFacts = {
  locale: Locale;
  /** How the account calls itself. */
  name: string;
  timezone: string;
  /** Where the button leads. */
  url: string;
  /** Until when the link holds, or when the account goes. */
  until: Date | null;
  /** When it happened. */
  at: Date;
  /** The episode it is about. */
  about?: EpisodeFacts;
  /** The team that somebody is asked to join. */
  team?: TeamFacts;
};

const texts = (locale: Locale) => translator(locale, 'mails');

/** A mail is read anywhere, so its times name their zone. */
const momentOf = (moment: Date, zone: string): { date: string; time: string } => ({
  date: formatDate(moment, zone),
  time: `${formatTime(moment, zone)} (${zone.replaceAll('_', ' ')})`,
});

const untilOf = ({ until, timezone }: MailFacts) => momentOf(until ?? new Date(0), timezone);

export const kinds = {
  confirm_email(facts: MailFacts): MailContent {
    const t = texts(facts.locale);
    return {
      subject: t('confirmSubject'),
      preview: t('confirmPreview'),
      title: t('confirmTitle', { name: facts.name }),
      paragraphs: [t('confirmText')],
      button: { label: t('confirmButton'), url: facts.url },
      note: t('confirmNote', untilOf(facts)),
      footer: t('confirmFooter'),
    };
  },
  confirm_new_email(facts: MailFacts): MailContent {
    const t = texts(facts.locale);
    return {
      subject: t('newAddressSubject'),
      preview: t('newAddressPreview'),
      title: t('newAddressTitle', { name: facts.name }),
      paragraphs: [t('newAddressText')],
      button: { label: t('confirmButton'), url: facts.url },
      note: t('confirmNote', untilOf(facts)),
      footer: t('newAddressFooter'),
    };
  },
  email_changing(facts: MailFacts): MailContent {
    const t = texts(facts.locale);
    return {
      subject: t('changingSubject'),
      preview: t('changingPreview'),
      title: t('changingTitle', { name: facts.name }),
      paragraphs: [t('changingText'), t('notYouText')],
      button: { label: t('notYouButton'), url: facts.url },
      footer: t('accountFooter'),
    };
  },
  reset_password(facts: MailFacts): MailContent {
    const t = texts(facts.locale);
    return {
      subject: t('resetSubject'),
      preview: t('resetPreview'),
      title: t('resetTitle', { name: facts.name }),
      paragraphs: [t('resetText')],
      button: { label: t('resetButton'), url: facts.url },
      note: t('resetNote', untilOf(facts)),
      footer: t('resetFooter'),
    };
  },
  password_changed(facts: MailFacts): MailContent {
    const t = texts(facts.locale);
    const when = momentOf(facts.at, facts.timezone);
    return {
      subject: t('changedSubject'),
      preview: t('changedPreview'),
      title: t('changedTitle', { name: facts.name }),
      paragraphs: [t('changedText', when), t('notYouText')],
      button: { label: t('notYouButton'), url: facts.url },
      footer: t('accountFooter'),
    };
  },
  export_ready(facts: MailFacts): MailContent {
    const t = texts(facts.locale);
    return {
      subject: t('exportSubject'),
      preview: t('exportPreview'),
      title: t('exportTitle', { name: facts.name }),
      paragraphs: [t('exportText')],
      button: { label: t('exportButton'), url: facts.url },
      note: t('exportNote', untilOf(facts)),
      footer: t('exportFooter'),
    };
  },
  deletion_requested(facts: MailFacts): MailContent {
    const t = texts(facts.locale);
    return {
      subject: t('deletionSubject'),
      preview: t('deletionPreview'),
      title: t('deletionTitle', { name: facts.name }),
      paragraphs: [t('deletionText', untilOf(facts)), t('deletionWayBack')],
      button: { label: t('deletionButton'), url: facts.url },
      footer: t('deletionFooter'),
    };
  },
  episode_not_published(facts: MailFacts): MailContent {
    const t = texts(facts.locale);
    const words = translator(facts.locale, 'shortcomings');
    const { title = '', story = '', missing = [] } = facts.about ?? {};
    const reasons = missing.map((key) => words(key as Parameters<typeof words>[0])).join(', ');
    return {
      subject: t('notPublishedSubject', { title }),
      preview: t('notPublishedPreview', { story }),
      title: t('notPublishedTitle', { title }),
      paragraphs: [t('notPublishedText', { title, story, missing: reasons }), t('notPublishedWay')],
      button: { label: t('notPublishedButton'), url: facts.url },
      footer: t('notPublishedFooter'),
    };
  },
  team_invitation(facts: MailFacts): MailContent {
    const t = texts(facts.locale);
    const roles = translator(facts.locale, 'team');
    const { story = '', inviter = '', role = 'viewer' } = facts.team ?? {};
    return {
      subject: t('invitationSubject', { inviter, story }),
      preview: t('invitationPreview', { role: roles(`roles.${role}`) }),
      title: t('invitationTitle', { story }),
      paragraphs: [
        t('invitationText', { inviter, story, role: roles(`roles.${role}`), may: roles(`may.${role}`) }),
        t('invitationWay'),
      ],
      button: { label: t('invitationButton'), url: facts.url },
      note: t('invitationNote', { date: untilOf(facts).date }),
      footer: t('invitationFooter'),
    };
  },
};
