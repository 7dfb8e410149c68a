/** Each call of the community without an account and with a false one: nobody else's data is available. */
import t from 'tap';
import { allParts } from '#server/domains/index.ts';
import type { Call } from '#server/lib/contract.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../support/app.ts';
import { sampleOf } from '../../support/bad-input.ts';

const COMMUNITY = ['library', 'likes', 'blocks', 'comments', 'short-notes', 'reports', 'notifications'];
/** Actions named by the specification (SOC-23), by their calls. */
const NAMED = [
  'POST /comments',
  'POST /comment_replies',
  'POST /tsukkomi_comments',
  'POST /pop_reaction',
  'PUT /stories/:id/rating',
  'PUT /stories/:id/subscription',
  'POST /collections',
];

t.test('SOC-23 visitors are asked to sign in', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const calls = allParts
    .filter(({ name }) => COMMUNITY.includes(name))
    .flatMap(({ contract }) => Object.entries(contract as Record<string, Call>))
    .filter(([, { access }]) => access !== 'anyone');
  const who: Record<string, string>[] = [{}, { authorization: `Bearer ${'x'.repeat(43)}` }];
  const names = calls.map(([route]) => route);
  for (const route of NAMED) t.ok(names.includes(route), `${route} is one of somebody's own`);
  t.ok(calls.length > 60, `${calls.length} calls`);
  for (const [route, { body }] of calls) {
    const call = route.replace(/:(\w+)/g, () => newId());
    for (const headers of who) {
      const reply = await app.call(call, { headers, ...(body && { body: sampleOf(body) }) });
      t.equal(reply.statusCode, 401, `${route}: ${reply.body.slice(0, 100)}`);
      t.equal(reply.json().code, 'sign_in_required', route);
      t.equal(reply.headers['cache-control'], 'no-store', `${route} is kept by nobody`);
    }
  }
});
