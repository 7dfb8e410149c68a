import { useRef, useState } from 'react';
import { ApiError, api } from '../../api.ts';
import { useAutosave } from '../../autosave/useAutosave.ts';
import { type Change, detailsOf, FIELDS, type Story } from './details.ts';

export function useStorySaving(story: Story) {
  const version = useRef(story.lock_version);
  const [known, setKnown] = useState(story);
  const heard = (next: Story) => {
    version.current = next.lock_version;
    setKnown(next);
  };
  const word = useRef<{ pages_to_remake?: number }>({});
  const params = { id: story.id };
  const saving = useAutosave(detailsOf(story), {
    names: FIELDS,
    async send(part) {
      const confirmed = part.format === undefined ? {} : word.current;
      const body = { ...(part as Change), ...confirmed, lock_version: version.current };
      heard((await api('PATCH /creator/stories/:id', { params, body, keepalive: true })).story);
      word.current = {};
    },
    async fetch() {
      const { story: newest } = await api('GET /creator/stories/:id', { params });
      heard(newest);
      return detailsOf(newest);
    },
    asks: (error) =>
      error instanceof ApiError && error.code === 'pages_to_remake'
        ? { name: 'format', count: Number(error.members.pages_to_remake) }
        : null,
  });
  return {
    ...saving,
    known,
    remake(count: number): void {
      word.current = { pages_to_remake: count };
      saving.decide({});
    },
  };
}
