import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const TOPIC = `(?:episode|story)_comments:${ID}`;
/** A page shows few lists at a time. */
const TOPICS_MAX_COUNT = 6;

export const liveContract = defineContract({
  'GET /events': {
    tag: 'Community',
    summary: 'Listen for new content',
    description:
      'The reply is a stream of server-sent events. The first event, `heard`, lists the topics of the stream. Topics that the caller may not read are left out. If no topic is left, the call returns the error of reading the first one. `news` names topics that have changed: `{"topics":["episode_comments:<id>"]}`. The calls that list a topic return the changes. A stream ends after some minutes. Reopen it then. When there is no room for a stream (429, 503), poll from time to time instead.',
    access: 'anyone',
    query: Type.Object({
      topics: Type.String({
        pattern: `^${TOPIC}(?:,${TOPIC}){0,${TOPICS_MAX_COUNT - 1}}$`,
        description: `\`episode_comments:<id>\` or \`story_comments:<id>\`, separated by commas, at most ${TOPICS_MAX_COUNT}`,
      }),
    }),
    media: ['text/event-stream'],
    replies: { 200: Type.String() },
    refusals: [402, 404, 429, 451],
  },
});
