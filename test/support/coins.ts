import { inTransaction } from '../../server/deps.ts';
import { holdWallet, moveCoins } from '../../server/domains/coins/wallet/service.ts';
import { newId } from '../../server/lib/ids.ts';
import type { Account, TestApp } from './app.ts';
import type { Shelf } from './shelf.ts';

/** Like an administrator's grant. */
export const giveCoins = (app: Pick<TestApp, 'deps'>, { id }: Pick<Account, 'id'>, coins: number) =>
  inTransaction(app.deps, async (tx) =>
    moveCoins(tx, await holdWallet(tx, id), { deed: 'grant', coins, key: newId(), reason: 'Welcome' }),
  );

type Premium = { price?: number; episodes?: number; title?: string };

export async function addPremium(
  shelf: Shelf,
  author: string,
  { price = 30, episodes = 1, title }: Premium = {},
) {
  const pricing = { type: 'all_premium', priceCoins: price } as const;
  const story = await shelf.addStory(author, title === undefined ? {} : { title }, { pricing });
  const ids: string[] = [];
  for (let position = 1; position <= episodes; position += 1)
    ids.push((await shelf.addEpisode(story, position)).id);
  return { ...story, storyId: story.id, episodeId: ids[0] as string, episodeIds: ids };
}
