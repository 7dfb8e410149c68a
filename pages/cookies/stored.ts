/** Everything the product stores in a browser, for its owner. A test compares the list with the code. */
import { CONSENT_COOKIE, CONSENT_DAYS } from '../../server/domains/accounts/consent/rules.ts';
import { PENDING_MS, SOCIAL_COOKIE } from '../../server/domains/accounts/providers/rules.ts';
import { SHOWN_COOKIE, SHOWN_MS } from '../../server/domains/accounts/second-factor/rules.ts';
import {
  CONFIRMED_COOKIE,
  CONFIRMED_MS,
  DEVICE_MS,
  SESSION_MS,
  TICKET_COOKIE,
  TICKET_MS,
} from '../../server/domains/accounts/sessions/rules.ts';
import { VIEW_MS } from '../../server/domains/reading/counts/rules.ts';
import { DAY_MS } from '../../server/lib/durations.ts';

export type Stored = {
  /** Name as in browser tools. `…` replaces variable parts. */
  name: string;
  place: 'cookie' | 'local' | 'tab' | 'cache';
  lastsMs?: number;
};

const YEAR_MS = 365 * DAY_MS;

const cookie = (name: string, lastsMs: number): Stored => ({ name, place: 'cookie', lastsMs });
const local = (name: string): Stored => ({ name, place: 'local' });
const tab = (name: string): Stored => ({ name, place: 'tab' });

/** Grouped by purpose, with the keys of `cookies.groups` and `cookies.stored` in the texts. */
export const stored = {
  account: {
    session: [cookie('auth_token', SESSION_MS), cookie('signed_in', SESSION_MS)],
    publisher: [cookie('is_publisher', SESSION_MS)],
    device: [cookie('device', DEVICE_MS)],
    factor: [
      cookie(TICKET_COOKIE, TICKET_MS),
      cookie(CONFIRMED_COOKIE, CONFIRMED_MS),
      cookie(SHOWN_COOKIE, SHOWN_MS),
    ],
    social: [cookie(SOCIAL_COOKIE, 2 * PENDING_MS)],
    menu: [tab('account')],
    mails: [local('social_subscribe_to_emails')],
    reports: [local('report-letters')],
  },
  reading: {
    places: [local('places'), local('unsent')],
    goOn: [local('goOn')],
    showing: [local('reading'), local('prose'), local('letters'), local('turned')],
    glide: [local('glide'), local('glide-sent')],
    aloud: [local('aloud'), tab('aloud')],
    saved: [{ name: 'tsuzuki-saved-…, tsuzuki-shelf', place: 'cache' }],
    counted: [cookie('view_mark', VIEW_MS)],
    adverts: [local('adverts'), local('adverts-unwanted')],
    comments: [local('comment-draft:…')],
    report: [tab('report-draft:…')],
    notes: [local('notes'), local('note-draft:…'), local('notes-unsent'), tab('notes-return')],
  },
  looks: {
    theme: [local('theme')],
    language: [local('language')],
    files: [cookie('styles', YEAR_MS), local('face'), { name: 'tsuzuki-shell-…', place: 'cache' }],
    notices: [tab('toast')],
  },
  creating: {
    view: [cookie('stories_view', YEAR_MS)],
    drafts: [local('story-draft:…'), local('chapter-draft:…'), local('other-version:…')],
    removed: [tab('page-removed-on-leaving')],
  },
  answer: {
    consent: [cookie(CONSENT_COOKIE, CONSENT_DAYS * DAY_MS)],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly Stored[]>>>>;
