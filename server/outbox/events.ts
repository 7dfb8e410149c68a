/** Events and jobs that a transaction may record. Payloads carry ids only; handlers reload (architecture.md §3). */
export type Events = {
  'media.process': { mediaId: string };
  'media.make_avif': { mediaId: string };
  'media.delete_files': { mediaIds: string[] };
  'episode.published': { episodeId: string; first: boolean };
  'episode.unpublished': { episodeId: string };
};

export type EventName = keyof Events;
