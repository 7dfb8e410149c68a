/** Every call of the console, including future ones, is closed to strangers and to viewers' changes. */
import t from 'tap';
import { contracts } from '../../../server/api.ts';
import type { Call } from '../../../server/lib/contract.ts';
import { type Account, startTestApp } from '../../support/app.ts';
import { sampleOf } from '../../support/bad-input.ts';
import { createEpisode, createStory, publishStory } from '../../support/console.ts';
import { inviteTo, joinTeam } from '../../support/team.ts';

/** Calls about the account's own things. All others belong to a story's team. */
const OWN = [
  /^\w+ \/creator\/(content_languages|revenue|schedule|statistics)/,
  /^(GET|POST) \/creator\/stories$/,
  /^GET \/creator\/deleted_stories$/,
  /^GET \/creator\/(comments|statements)$/,
];

t.test('the doors of the console', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const [owner, viewer, stranger] = [
    await app.signUp('Owner'),
    await app.signUp('Viewer'),
    await app.signUp(),
  ];
  const { story, episode, pages } = await publishStory(app, owner);
  await joinTeam(app, owner, story.id, viewer, 'viewer');
  const novel = await createStory(app, owner, { title: 'The Ledger', publication_type: 'novel' });
  await joinTeam(app, owner, novel.id, viewer, 'viewer');
  const added = await app.call('POST /creator/episodes/chapters', {
    as: owner,
    body: { episode_id: (await createEpisode(app, owner, novel.id)).id, title: 'The Pilot', text: 'Ice.' },
  });
  const chapterId = added.json<{ chapter: { id: string } }>().chapter.id;
  const gone = await createStory(app, owner, { title: 'Gone' });
  await joinTeam(app, owner, gone.id, viewer, 'viewer');
  await app.call(`DELETE /creator/stories/${gone.id}`, { as: owner, body: { title: 'Gone' } });
  const invited = await inviteTo(app, owner, story.id, 'asked@example.org', 'viewer');
  const invitationId = invited.json<{ invitation: { id: string } }>().invitation.id;

  const administrator = await app.signUp('Ada Ministra');
  await app.makeAdministrator(administrator);
  const stopped = await createEpisode(app, owner, novel.id);
  const blocked = await app.call(`POST /admin/episodes/${stopped.id}/block`, {
    as: administrator,
    body: { reason: 'Stolen' },
  });
  const statementId = blocked.json<{ episode: { statement_id: string } }>().episode.statement_id;

  const idOf = (path: string): string => {
    if (path.startsWith('/creator/statements')) return statementId;
    if (/^\/creator\/(stories|pricing_|story_geo)/.test(path)) return story.id;
    if (path.startsWith('/creator/deleted_stories')) return gone.id;
    if (path.startsWith('/creator/episodes/chapters')) return chapterId;
    return path.startsWith('/creator/pages') ? (pages[0]?.id ?? '') : episode.id;
  };
  const said = await app.call('POST /comments', {
    as: stranger,
    body: { episode_id: episode.id, body: 'The lamp was out.' },
  });
  const known: Record<string, unknown> = {
    story_id: story.id,
    episode_id: episode.id,
    ids: [said.json<{ comment: { id: string } }>().comment.id],
  };
  const bodyOf = (call: Call): Record<string, unknown> | undefined => {
    const sample = call.body && (sampleOf(call.body) as Record<string, unknown>);
    return (
      sample && { ...sample, ...Object.fromEntries(Object.entries(known).filter(([name]) => name in sample)) }
    );
  };
  const calls = (Object.entries(contracts) as [string, Call][]).filter(
    ([route, call]) => / \/creator\//.test(route) && !OWN.some((own) => own.test(route)) && !call.multipart,
  );
  const send = (route: string, call: Call, as?: Account) => {
    const [method = '', path = ''] = route.split(' ');
    const address = path
      .replace(':id', idOf(path))
      .replace(':user_id', owner.id)
      .replace(':invitation_id', invitationId);
    const query = call.query && method === 'GET' ? `?episode_id=${episode.id}` : '';
    return app.call(`${method} ${address}${query}`, { as, body: bodyOf(call) });
  };

  t.ok(calls.length > 30, 'there are many');

  for (const [route, call] of calls) {
    await t.test(`ROL-04, ROL-05, ROL-12, ROL-13 ${route}`, async (t) => {
      t.equal((await send(route, call)).statusCode, 401, 'signed out');
      const unknown = await send(route, call, stranger);
      t.equal(unknown.statusCode, 404, `a stranger: ${unknown.body}`);
      // A viewer may only leave the team, which another test covers. Previewing consequences writes nothing.
      if (route.startsWith('GET ') || /\/(collaborators\/me|consequences)$/.test(route)) return;
      const refused = await send(route, call, viewer);
      // Deleted stories belong to their owner alone.
      const expected = route.includes('deleted_stories') ? 404 : 403;
      t.equal(refused.statusCode, expected, `a viewer: ${refused.body}`);
    });
  }

  t.end();
});
