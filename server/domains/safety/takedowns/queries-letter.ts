import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import { type BlockSubject, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { localeOr } from '../../../lib/locale.ts';
import type { Letter } from './contract-shown.ts';
import { letterOf } from './letter.ts';
import { findContent } from './queries-contents.ts';
import { findAdminEpisode, findAdminStory } from './queries-works.ts';
import { isContent } from './rules.ts';
import type { Reasons } from './statements.ts';

type Subject = { subject: BlockSubject; id: string };

/** In the owner's language and time zone. Throws 404 when missing. */
export async function previewLetter(
  deps: Deps,
  about: Subject,
  { reason, category = 'other', ground = 'guidelines', rule = '', foundAutomatically = false }: Reasons,
): Promise<Static<typeof Letter>> {
  const { ownerId, ...facts } = await findFacts(deps, about);
  const [owner] = await deps.db
    .select({ language: users.language, timezone: users.timezone })
    .from(users)
    .where(eq(users.id, ownerId));
  if (owner === undefined) throw notFound('not_found');
  const language = localeOr(owner.language);
  const said = { category, ground, rule: rule.trim(), facts: reason.trim(), foundAutomatically };
  const letter = letterOf(
    { ...facts, ...said, at: deps.clock.now() },
    { locale: language, zone: owner.timezone },
  );
  return { language, ...letter };
}

async function findFacts(deps: Deps, { subject, id }: Subject) {
  if (subject === 'story') {
    const { title, owner, reports_count: reportsCount } = await findAdminStory(deps, id);
    return { subject, story: title, number: 0, ownerId: owner.id, reportsCount };
  }
  if (isContent(subject)) {
    const { owner, reports_count: reportsCount } = await findContent(deps, { type: subject, id });
    return { subject, story: '', number: 0, ownerId: owner.id, reportsCount };
  }
  const { story, number, owner, reports_count: reportsCount } = await findAdminEpisode(deps, id);
  return { subject, story: story.title, number, ownerId: owner.id, reportsCount };
}
