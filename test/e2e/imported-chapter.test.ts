/** A chapter that came from a book holds more than the editor can make: writing in it loses nothing of that. */
import t from 'tap';
import { createEpisode, createStory } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { startSite, wide } from '../support/site.ts';

const PICTURE = '0193d5a0-0000-7000-8000-00000000000a';
const HTML = [
  '<p id="t1" class="caps">A wave<a href="#t2" id="t3" role="doc-noteref">1</a> halfway up.</p>',
  `<figure><img data-picture="${PICTURE}" alt="A wave"><figcaption>It <em>stands</em></figcaption></figure>`,
  '<table><tbody><tr><th scope="row">Ice</th><td colspan="2">4</td></tr></tbody></table>',
  '<p>So <math><mfrac><mi>x</mi><mn>2</mn></mfrac></math> and <span lang="fr">la mer</span>.</p>',
  `<p class="verse">Tyger<br><a href="chapter:${PICTURE}#t4">burning</a></p>`,
  '<aside id="t2" role="doc-footnote"><p>A note. <a href="#t3" role="doc-backlink">Back</a></p></aside>',
  '<p>The end</p>',
].join('\n');

const site = await startSite();
const author = await site.signUp('Ida');
const story = await createStory(site, author, { title: 'The Ledger', publication_type: 'novel' });
const episode = await createEpisode(site, author, story.id, 'Ice');
const body = { episode_id: episode.id, title: 'The Pilot', html: HTML };
const added = await site.call('POST /creator/episodes/chapters', { as: author, body });
const { chapter } = added.json<{ chapter: { id: string; html: string } }>();
const stored = async (): Promise<string> =>
  (await site.call(`GET /creator/episodes/chapters/${chapter.id}`, { as: author })).json<{
    chapter: { html: string };
  }>().chapter.html;

await t.test('NOV-06 writing in a chapter from a book loses nothing of it', async (t) => {
  t.equal(chapter.html, HTML);
  const tab = await site.open({ as: author, ...wide });
  await tab.goto(`/creator/stories/${story.id}/episodes/${episode.id}?chapter=${chapter.id}`);
  const area = tab.page.getByRole('textbox', { name: 'Text of the chapter' });
  await area.locator('math').waitFor();
  await area.press('Control+End');
  await tab.page.keyboard.type(' of it.');
  await tab.page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await eventually('it is stored', async () => /of it/.test(await stored()));
  t.equal(await stored(), HTML.replace('The end', 'The end of it.'));
  t.same(tab.faults, []);
});

await site.close();
