/** What stands between an episode and its readers, as far as the editor knows; the server has the last word. */
export type ReadinessFacts = {
  hasTitle: boolean;
  /** The story's cover, not the episode's picture. */
  cover: 'ready' | 'processing' | 'missing';
  pages: { total: number; processing: number; failed: number; uploading: number };
};

export type Item = {
  key: 'title' | 'cover' | 'pages';
  state: 'done' | 'waiting' | 'missing';
  // keys: console.ready.title console.ready.cover console.ready.coverProcessing console.ready.coverMissing
  // keys: console.ready.titleMissing console.ready.pages console.ready.pagesMissing console.ready.pagesUploading
  // keys: console.ready.pagesProcessing console.ready.pagesFailed
  words:
    | 'title'
    | 'titleMissing'
    | 'cover'
    | 'coverProcessing'
    | 'coverMissing'
    | 'pages'
    | 'pagesMissing'
    | 'pagesUploading'
    | 'pagesProcessing'
    | 'pagesFailed';
  count: number;
};

export function checklist({ hasTitle, cover, pages }: ReadinessFacts): Item[] {
  return [
    hasTitle
      ? { key: 'title', state: 'done', words: 'title', count: 1 }
      : { key: 'title', state: 'missing', words: 'titleMissing', count: 0 },
    coverItem(cover),
    pagesItem(pages),
  ];
}

function coverItem(cover: ReadinessFacts['cover']): Item {
  if (cover === 'ready') return { key: 'cover', state: 'done', words: 'cover', count: 1 };
  if (cover === 'processing') return { key: 'cover', state: 'waiting', words: 'coverProcessing', count: 1 };
  return { key: 'cover', state: 'missing', words: 'coverMissing', count: 0 };
}

function pagesItem({ total, processing, failed, uploading }: ReadinessFacts['pages']): Item {
  const key = 'pages';
  if (uploading > 0) return { key, state: 'waiting', words: 'pagesUploading', count: uploading };
  if (total === 0) return { key, state: 'missing', words: 'pagesMissing', count: 0 };
  if (failed > 0) return { key, state: 'missing', words: 'pagesFailed', count: failed };
  if (processing > 0) return { key, state: 'waiting', words: 'pagesProcessing', count: processing };
  return { key, state: 'done', words: 'pages', count: total };
}
