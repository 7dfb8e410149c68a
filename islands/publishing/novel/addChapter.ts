import type { Api } from '../../../server/api.ts';
import type { BodyOf } from '../../../server/lib/contract.ts';
import { api } from '../../api.ts';

const CALL = 'POST /creator/episodes/chapters';

/** The same call also imports books and then returns something else. */
export async function addChapter(body: Omit<BodyOf<Api[typeof CALL]>, 'media_id'> & { title: string }) {
  const reply = await api(CALL, { body });
  if (!('chapter' in reply)) throw new TypeError('A chapter was not answered by a chapter');
  return reply;
}
