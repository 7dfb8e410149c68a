import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Page } from 'playwright';
import { episodePages, episodes, stories } from '../../db/schema/index.ts';
import type { Account } from '../support/app.ts';
import type { House } from '../support/house.ts';
import { uploadPicture } from '../support/works.ts';
import type { Screen } from './screens.ts';
import { processUploads } from './uploads.ts';

export type ContentPaths = Record<
  | 'contentComment'
  | 'contentHidden'
  | 'contentNote'
  | 'contentText'
  | 'contentPicture'
  | 'statedComment'
  | 'statedPicture',
  string | null
>;
export const NO_CONTENTS: ContentPaths = {
  contentComment: null,
  contentHidden: null,
  contentNote: null,
  contentText: null,
  contentPicture: null,
  statedComment: null,
  statedPicture: null,
};

const REASON = 'It insults the creator by name, in its second line.';

export const contentScreens: readonly Screen[] = [
  { name: 'contents-comment', path: ({ paths }) => paths.contentComment, as: 'administrator' },
  {
    name: 'contents-letter',
    path: ({ paths }) => paths.contentComment,
    as: 'administrator',
    prepare: showLetter,
  },
  {
    name: 'contents-letter-plain',
    path: ({ paths }) => paths.contentComment,
    as: 'administrator',
    plain: true,
    prepare: showLetter,
  },
  { name: 'contents-hidden', path: ({ paths }) => paths.contentHidden, as: 'administrator' },
  { name: 'contents-note', path: ({ paths }) => paths.contentNote, as: 'administrator' },
  { name: 'contents-text', path: ({ paths }) => paths.contentText, as: 'administrator' },
  { name: 'contents-picture', path: ({ paths }) => paths.contentPicture, as: 'administrator' },
  { name: 'contents-stated', path: ({ paths }) => paths.statedComment, as: 'commenter' },
  { name: 'contents-stated-picture', path: ({ paths }) => paths.statedPicture, as: 'commenter' },
];

type Paper = { storySlug: string; administrator: Account; picture: Buffer };

export async function makeContents(
  house: House,
  { storySlug, administrator, picture }: Paper,
): Promise<{ token: string; paths: ContentPaths }> {
  const { db } = house.deps;
  const sol = await house.signUp('Sol Marín');
  const must = async (request: string, as: Account, body: object): Promise<string> => {
    const reply = await house.call(request, { as, body });
    if (reply.statusCode >= 300) throw new Error(`${request}: ${reply.body}`);
    return reply.body;
  };
  const [page] = await db
    .select({ id: episodePages.id, episodeId: episodes.id })
    .from(episodePages)
    .innerJoin(episodes, eq(episodes.id, episodePages.episodeId))
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(and(eq(stories.slug, storySlug), isNotNull(episodes.publishedAt)))
    .orderBy(asc(episodes.position), asc(episodePages.position))
    .limit(1);
  if (page === undefined) throw new Error('no page to write at');
  const comment = async (body: string): Promise<string> =>
    JSON.parse(await must('POST /comments', sol, { episode_id: page.episodeId, body })).comment.id;
  const open = await comment('The lamps are good.\nThe stairs are drawn by a mule who never saw a stair.');
  const hidden = await comment('Who paid for this?\nA mule with a pencil, that is who.');
  const note = { episode_id: page.episodeId, page_id: page.id, x: 0.5, y: 0.4, body: 'A mule drew this' };
  const noteId = JSON.parse(await must('POST /tsukkomi_comments', sol, note)).tsukkomi_comment.id;
  const mediaId = await uploadPicture(house, sol, 'profile', picture);
  await processUploads(house);
  const bio = 'I draw mules, and say so wherever I am.';
  const website = 'https://mules.example/of/sol';
  await must('PUT /user/profile', sol, { bio, website, picture_media_id: mediaId });
  const pathOf = (type: string, id: string) => `/admin/contents/${type}/${id}`;
  const hide = async (type: string, id: string): Promise<string> => {
    const body = { reason: REASON, category: 'harassment', rule: '2.1' };
    await must(`POST ${pathOf(type, id)}/hide`, administrator, body);
    const found = await house.call(`GET ${pathOf(type, id)}`, { as: administrator });
    return `/creator/statements/${found.json().content.statement_id}`;
  };
  const statedComment = await hide('comment', hidden);
  const rin = await house.signUp('Noa Berg');
  const otherPicture = await uploadPicture(house, rin, 'profile', picture);
  await processUploads(house);
  await must('PUT /user/profile', rin, { picture_media_id: otherPicture });
  return {
    token: sol.token,
    paths: {
      contentComment: pathOf('comment', open),
      contentHidden: pathOf('comment', hidden),
      contentNote: pathOf('tsukkomi', noteId),
      contentText: pathOf('profile_text', sol.id),
      contentPicture: pathOf('profile_picture', rin.id),
      statedComment,
      statedPicture: await hide('profile_picture', sol.id),
    },
  };
}

async function showLetter(page: Page): Promise<void> {
  await page.locator('[name=category]').selectOption('harassment');
  await page.locator('[name=rule]').fill('2.1');
  await page.locator('[name=reason]').fill(REASON);
  await page.locator('main form [type=submit]').first().click();
  await page.locator('#letter').waitFor();
}
