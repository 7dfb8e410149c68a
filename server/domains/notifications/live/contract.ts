import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const TOPIC = `(?:episode|story)_comments:${ID}`;
/** A page shows few lists at a time. */
const TOPICS_MAX_COUNT = 6;

export const liveContract = defineContract({
  'GET /events': {
    tag: 'Community',
    summary: 'Hear when something new can be read',
    description:
      'Server-sent events. `heard` comes first, with the topics that are told of; those that the caller may not read are left out, and when none is left the call is refused as reading the first would be. `news` names topics that have changed: `{"topics":["episode_comments:<id>"]}`; what has changed is found by the calls that list it. A stream ends after some minutes and is then opened again; where there is no room for one (429, 503), ask at times instead.',
    access: 'anyone',
    query: Type.Object({
      topics: Type.String({
        pattern: `^${TOPIC}(?:,${TOPIC}){0,${TOPICS_MAX_COUNT - 1}}$`,
        description: `\`episode_comments:<id>\` or \`story_comments:<id>\`, at most ${TOPICS_MAX_COUNT}, with commas between`,
      }),
    }),
    media: ['text/event-stream'],
    replies: { 200: Type.String() },
    refusals: [402, 404, 429, 451],
  },
});
