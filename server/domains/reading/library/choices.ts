/** Owns `story_choices` and `reading_settings`. The latest choice of any device counts. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import {
  type KeptNotes,
  type KeptSetting,
  readingSettings,
  stories,
  storyChoices,
} from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { libraryLimits } from '../limits.ts';
import { type Reader, requireVisibleStory } from '../reader/access.ts';
import { type Direction, isStripAside } from '../reader/rules.ts';
import { CHOICES_MAX_COUNT, type Choice, courseOf, keptAtOf, usualSetting } from './rules.ts';

/** An older choice changes nothing. Throws 404 or 451 for a hidden story, 422 for an impossible direction, and 429. */
export async function keepChoice(deps: Deps, reader: Reader, storyId: string, wish: Choice): Promise<void> {
  await requireVisibleStory(deps, storyId, reader);
  if (wish.direction !== null) await requireSense(deps, storyId, wish.direction);
  const choice = { ...wish, ...courseOf(wish.direction) };
  const readerId = reader.viewer.id;
  await attempt(deps, libraryLimits.choice, [subjects.user(readerId)]);
  await inTransaction(deps, async (tx) => {
    await tx.db
      .insert(storyChoices)
      .values({ readerId, storyId, ...choice })
      .onConflictDoUpdate({
        target: [storyChoices.readerId, storyChoices.storyId],
        set: choice,
        setWhere: sql`${storyChoices.chosenAt} <= excluded.chosen_at`,
      });
    const isOwn = eq(storyChoices.readerId, readerId);
    const oldest = tx.db
      .select({ storyId: storyChoices.storyId })
      .from(storyChoices)
      .where(isOwn)
      .orderBy(desc(storyChoices.chosenAt))
      .offset(CHOICES_MAX_COUNT);
    await tx.db.delete(storyChoices).where(and(isOwn, inArray(storyChoices.storyId, oldest)));
  });
}

/** Text has no direction, and strips never scroll sideways. */
async function requireSense(deps: Deps, storyId: string, direction: Direction): Promise<void> {
  const [story] = await deps.db
    .select({ format: stories.format })
    .from(stories)
    .where(eq(stories.id, storyId));
  if (story?.format === null) throw unprocessable({ direction: ['not_for_text'] });
  if (isStripAside(story?.format ?? null, direction)) throw unprocessable({ direction: ['not_for_strips'] });
}

type Settings = {
  glideSpeed?: number | undefined;
  prose?:
    | (Omit<KeptSetting, 'writing'> & { writing?: KeptSetting['writing']; chosen_at?: string })
    | undefined;
  notes?: (KeptNotes & { chosen_at?: string }) | undefined;
};

/** Settings that were not sent stay. The later of two choices counts. Throws 429. */
export async function keepSettings(
  deps: Deps,
  viewer: Viewer,
  { glideSpeed, prose: sent, notes: sentNotes }: Settings,
): Promise<void> {
  await attempt(deps, libraryLimits.choice, [subjects.user(viewer.id)]);
  const known = readingSettings;
  const now = deps.clock.now();
  const kept = { ...(sent && proseOf(sent, now)), ...(sentNotes && notesOf(sentNotes, now)) };
  const areLater = sql`excluded.notes_chosen_at >= coalesce(${known.notesChosenAt}, '-infinity')`;
  const isLater = sql`excluded.prose_chosen_at >= coalesce(${known.proseChosenAt}, '-infinity')`;
  await deps.db
    .insert(readingSettings)
    .values({ readerId: viewer.id, glideSpeed, ...kept })
    .onConflictDoUpdate({
      target: readingSettings.readerId,
      set: {
        glideSpeed: sql`coalesce(excluded.glide_speed, ${known.glideSpeed})`,
        prose: sql`case when ${isLater} then excluded.prose else ${known.prose} end`,
        proseChosenAt: sql`case when ${isLater} then excluded.prose_chosen_at else ${known.proseChosenAt} end`,
        notes: sql`case when ${areLater} then excluded.notes else ${known.notes} end`,
        notesChosenAt: sql`case when ${areLater} then excluded.notes_chosen_at else ${known.notesChosenAt} end`,
      },
    });
}

function proseOf({ chosen_at: chosenAt, ...sent }: NonNullable<Settings['prose']>, now: Date) {
  const prose = { ...usualSetting(), ...sent };
  return { prose, proseChosenAt: chosenAt === undefined ? now : keptAtOf(chosenAt, now) };
}

const notesOf = ({ chosen_at: chosenAt, ...notes }: NonNullable<Settings['notes']>, now: Date) => ({
  notes,
  notesChosenAt: chosenAt === undefined ? now : keptAtOf(chosenAt, now),
});
