export function coverOf(story: { cover_media_id: string | null; cover_url: string | null }) {
  if (story.cover_media_id === null) return 'missing' as const;
  return story.cover_url === null ? ('processing' as const) : ('ready' as const);
}
