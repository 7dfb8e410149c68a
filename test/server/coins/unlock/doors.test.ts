/**
 * One rule for who may read, at every address of an episode's text or pictures. Public lists show what anybody may
 * read.
 */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { chapters, episodePages, unlocks } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { OPDS_PATH } from '#server/documents/opds.ts';
import { holdWallet, moveCoins } from '#server/domains/coins/wallet/service.ts';
import { copyKept } from '#server/domains/publishing/episodes/kept-versions.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { newId } from '#server/lib/ids.ts';
import { decidePictureAccess } from '#server/media/access.ts';
import { findPicture } from '#server/media/picture-facts.ts';
import type { Account } from '../../../support/app.ts';
import { giveCoins } from '../../../support/coins.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';
import { startSite } from '../../../support/site.ts';

const WORD = 'lamplighter';
const STATUS_OF = { readable: 200, locked: 402, unavailable: 451, hidden: 404 } as const;
type Access = keyof typeof STATUS_OF;
const [R, L, U, H] = ['readable', 'locked', 'unavailable', 'hidden'] as const;

t.test('PRI-28, PRI-29, EPI-43, GEO-08 one rule at every door', async (t) => {
  const site = await startSite({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => site.close());
  const { deps } = site;
  const shelf = openShelf(deps);
  const author = await shelf.addAuthor();
  const [reader, payer, member, ada] = [
    await site.signUp('Reader'),
    await site.signUp('Payer'),
    await site.signUp('Member'),
    await site.signUp('Ada'),
  ];
  await site.makeAdministrator(ada);
  await giveCoins(site, payer, 1000);
  const people = { nobody: undefined, reader, payer, member, administrator: ada };

  type Story = Parameters<typeof shelf.addStory>[1];
  type Strategies = Parameters<typeof shelf.addStory>[2];
  type Values = Parameters<typeof shelf.addEpisode>[2];
  type Case = { story?: Story; strategies?: Strategies; episode?: Values; position?: number };

  const hasPaid = (episodeId: string, storyId: string) =>
    inTransaction(deps, async (tx) => {
      const wallet = await holdWallet(tx, payer.id);
      const paid = { deed: 'unlock', coins: -5, storyId, episodeId, key: newId() } as const;
      const { entry } = await moveCoins(tx, wallet, paid);
      const row = { readerId: payer.id, storyId, episodeId, priceCoins: 5, entryId: entry.id };
      await tx.db.insert(unlocks).values({ id: newId(), ...row });
    });
  const add = async (kind: 'comics' | 'novel', { story, strategies, episode = {}, position = 1 }: Case) => {
    const work = await shelf.addStory(
      author,
      { publicationType: kind, coverMediaId: null, ...story },
      strategies,
    );
    const isGone = episode.deletedAt !== undefined;
    const content = kind === 'novel' ? { pages: 0, chapters: [`<p>The ${WORD} came.</p>`] } : { pages: 2 };
    const values = { publishedRank: position, thumbnailMediaId: null, ...episode };
    const { id, pictures } = await shelf.addEpisode(work, position, values, content);
    if (episode.keptVersion) await inTransaction(deps, (tx) => copyKept(tx, id));
    await joinTeam(site, work.id, member, 'viewer');
    await hasPaid(id, work.id);
    const [page] = await deps.db.select().from(episodePages).where(eq(episodePages.episodeId, id));
    const [chapter] = await deps.db.select().from(chapters).where(eq(chapters.episodeId, id));
    const place = page ? `page_id=${page.id}` : `chapter_id=${chapter?.id}`;
    return { ...work, id, position: isGone ? 99 : position, picture: pictures[0], place, kind };
  };
  type Work = Awaited<ReturnType<typeof add>>;

  const headersOf = (as?: Account) => ({
    'x-country': 'DE',
    ...(as && { cookie: `auth_token=${as.token}` }),
  });
  const statusOf = async (url: string, as?: Account) =>
    (await site.app.inject({ url, headers: headersOf(as) })).statusCode;
  /** Addresses whose answer depends on the account. */
  const doors: Record<string, (work: Work, as?: Account) => Promise<number> | null> = {
    call: ({ id }, as) => statusOf(`/api/episodes/${id}`, as),
    notes: ({ id, place }, as) => statusOf(`/api/tsukkomi_comments?episode_id=${id}&${place}`, as),
    feelings: ({ id }, as) => statusOf(`/api/pop_reactions?episode_id=${id}`, as),
    comments: ({ id }, as) => statusOf(`/api/comments?episode_id=${id}`, as),
    ePub: ({ id, kind }, as) => (kind === 'novel' ? statusOf(`/api/episodes/epub/${id}`, as) : null),
    search: ({ id, kind }, as) =>
      kind === 'novel' ? statusOf(`/api/episodes/${id}/search?q=${WORD}`, as) : null,
  };

  const free: Strategies = {};
  const premium = { pricing: { type: 'all_premium', priceCoins: 5 } } as const;
  const firstFree = { pricing: { type: 'first_free', freeCount: 1, priceCoins: 5 } } as const;
  const custom = { pricing: { type: 'custom' } } as const;
  const waits = (freeAfterDays: number) => ({ pricing: { ...premium.pricing, freeAfterDays } });
  const elsewhere = { geofilter: { type: 'allow' as const, countries: ['JP'] } };
  const old = { firstPublishedAt: new Date(Date.now() - 10 * DAY_MS) };
  const keptVersion = {
    title: 'Kept',
    readMode: 'continuous',
    pageOrientation: 'vertical',
    isVertical: false,
  } as const;
  const kept = { status: 'in_progress', keptVersion } as const;
  const gone = { deletedAt: new Date(), position: null, status: 'in_progress' } as const;
  /** Columns: nobody, a reader, a reader who has paid, a member of the team, an administrator. */
  const table: [string, Case, readonly [Access, Access, Access, Access, Access]][] = [
    ['free', { strategies: free }, [R, R, R, R, R]],
    ['premium', { strategies: premium }, [L, L, R, R, R]],
    ['one of the first', { strategies: firstFree }, [R, R, R, R, R]],
    ['behind the first', { strategies: firstFree, position: 2 }, [L, L, R, R, R]],
    ['priced at 0', { strategies: custom }, [R, R, R, R, R]],
    ['priced by itself', { strategies: custom, episode: { customPriceCoins: 5 } }, [L, L, R, R, R]],
    ['free since three days', { strategies: waits(7), episode: old }, [R, R, R, R, R]],
    ['free in four days', { strategies: waits(14), episode: old }, [L, L, R, R, R]],
    ['a draft', { strategies: premium, episode: { status: 'in_progress' } }, [H, H, H, R, R]],
    ['unpublished, and kept for who paid', { strategies: premium, episode: kept }, [H, H, R, R, R]],
    [
      'kept, of a deleted story',
      { strategies: premium, story: { deletedAt: new Date() }, episode: kept },
      [H, H, R, H, H],
    ],
    [
      'kept, for another country',
      { strategies: { ...premium, ...elsewhere }, episode: kept },
      [H, H, U, R, R],
    ],
    ['scheduled', { strategies: free, episode: { status: 'scheduled' } }, [H, H, H, R, R]],
    ['blocked', { strategies: premium, episode: { status: 'blocked' } }, [H, H, H, R, R]],
    [
      'free since three days, and a draft',
      { strategies: waits(7), episode: { ...old, status: 'in_progress' } },
      [H, H, H, R, R],
    ],
    ['deleted', { strategies: premium, episode: gone }, [H, H, H, H, H]],
    ['of a deleted story', { strategies: free, story: { deletedAt: new Date() } }, [H, H, H, H, H]],
    ['for another country', { strategies: elsewhere }, [U, U, U, R, R]],
    ['premium, for another country', { strategies: { ...premium, ...elsewhere } }, [U, U, U, R, R]],
  ];

  for (const [what, of, wanted] of table)
    for (const kind of ['comics', 'novel'] as const)
      await t.test(`${kind}: ${what}`, async (t) => {
        const work = await add(kind, of);
        const [forAll] = wanted;
        for (const [at, [who, as]] of Object.entries(people).entries()) {
          const access = wanted[at] as Access;
          const answers: Record<string, number | null> = {};
          for (const [door, ask] of Object.entries(doors)) answers[door] = await (ask(work, as) ?? null);
          for (const [door, status] of Object.entries(answers))
            if (status !== null) t.equal(status, STATUS_OF[access], `${who}: ${door}`);
          // Reader pages show only published content. The team uses the editor and previews instead.
          const isPayer = of.episode?.keptVersion && as === payer;
          const onPage = !isPayer && (forAll === 'hidden' || forAll === 'unavailable') ? forAll : access;
          const page = await statusOf(`/stories/${work.slug}/${work.position}`, as);
          t.equal(page, STATUS_OF[onPage], `${who}: page`);
        }
        const says = async (url: string) =>
          (await site.app.inject({ url, headers: headersOf() })).body.includes(`Part ${work.position}<`);
        const isOpen = forAll === 'readable';
        t.equal(await says(`/stories/${work.slug}/feed.xml`), isOpen, 'feed');
        const catalogue = await site.app.inject({
          url: `${OPDS_PATH}/stories/${work.slug}`,
          headers: headersOf(),
        });
        t.equal(catalogue.body.includes(work.id), isOpen, 'catalogue');
        if (kind === 'novel' || work.picture === undefined) return;
        t.equal(await statusOf(`${OPDS_PATH}/episodes/${work.id}`), STATUS_OF[forAll], 'catalogue: pages');
        const uses = (await findPicture(deps, work.picture))?.uses ?? [];
        const { kind: shown } = decidePictureAccess(uses, 'DE');
        t.equal(shown === 'public' || shown === 'here', isOpen, `picture: ${shown}`);
      });
});
