/** One user per role, and the expected refusals (decisions.md §3, §8). */
import type { LightMyRequestResponse } from 'fastify';
import type { Test } from 'tap';
import { type Account, startTestApp, type TestApp } from './app.ts';
import { startRelease } from './releases.ts';
import { joinTeam } from './team.ts';

export const ROLES = ['owner', 'publisher', 'editor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export const EVERYBODY = [...ROLES, 'stranger', 'anonymous', 'administrator'] as const;
export type Who = (typeof EVERYBODY)[number];

export const ALL: readonly Who[] = ROLES;
export const EDITORS: readonly Who[] = ['owner', 'publisher', 'editor'];
export const PUBLISHERS: readonly Who[] = ['owner', 'publisher'];
export const OWNER: readonly Who[] = ['owner'];
export const ADMINISTRATOR: readonly Who[] = ['administrator'];

export type People = Record<Exclude<Who, 'anonymous'>, Account> & { anonymous: undefined };

export type Call = (who: Who, request: string, body?: unknown) => ReturnType<TestApp['call']>;

/** An application with one user per role around one story. */
export async function startRights(
  t: Test,
): Promise<{ app: TestApp; people: People; storyId: string; call: Call }> {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const people: People = {
    owner: await app.signUp('Owner'),
    publisher: await app.signUp('Publisher'),
    editor: await app.signUp('Editor'),
    viewer: await app.signUp('Viewer'),
    stranger: await app.signUp('Stranger'),
    administrator: await app.signUp('Ada Ministra'),
    anonymous: undefined,
  };
  await app.makeAdministrator(people.administrator);
  const storyId = await startRelease(app, people.owner);
  for (const role of ['publisher', 'editor', 'viewer'] as const) {
    await joinTeam(app, people.owner, storyId, people[role], role);
  }
  const call: Call = (who, request, body) =>
    app.call(request, { as: people[who], ...(body === undefined ? {} : { body }) });
  return { app, people, storyId, call };
}

/** A status, or the code of a refusal. */
export type Answer = number | string;

/** Refusals reveal no more than necessary: signed out, not found, or insufficient role. */
export function answerFor(who: Who, may: readonly Who[], answer: Answer): Answer {
  if (who === 'anonymous') return 'sign_in_required';
  if (may.includes(who)) return answer;
  if (may === ADMINISTRATOR) return 'administrators_only';
  return who === 'stranger' || who === 'administrator' ? 'not_found' : 'role_insufficient';
}

const STATUS_OF: Record<string, number> = {
  sign_in_required: 401,
  role_insufficient: 403,
  administrators_only: 403,
  not_found: 404,
};

/** Any other code means 409. */
export function tellAnswer(t: Test, reply: LightMyRequestResponse, answer: Answer, at: string): void {
  if (typeof answer === 'number') {
    t.equal(reply.statusCode, answer, at);
    return;
  }
  t.equal(reply.statusCode, STATUS_OF[answer] ?? 409, at);
  t.equal(reply.json().code, answer, at);
}
