import type { MessageKey } from '../../../locales/index.ts';

/** Reasons that block publishing, as far as the editor knows. The server decides. */
export type ReadinessFacts = {
  hasTitle: boolean;
  /** Cover of the story, not the episode's thumbnail. */
  cover: 'ready' | 'processing' | 'missing';
  pages: { total: number; processing: number; failed: number; uploading: number };
  /** Why these people may publish nothing. Null when they may. */
  publisher: 'email_unconfirmed' | 'guardian_needed' | 'account_deleting' | null;
};

export type Item = {
  key: 'title' | 'cover' | 'pages' | 'chapters' | 'email' | 'guardian' | 'owner';
  state: 'done' | 'waiting' | 'missing';
  words: MessageKey<'console.ready'>;
  count: number;
};

export const checklist = ({ hasTitle, cover, pages, publisher }: ReadinessFacts): Item[] => [
  titleItem(hasTitle),
  coverItem(cover),
  pagesItem(pages),
  ...publisherItems(publisher),
];

export type NovelFacts = Omit<ReadinessFacts, 'pages'> & { chapters: { total: number; empty: number } };

export const novelChecklist = ({ hasTitle, cover, chapters, publisher }: NovelFacts): Item[] => [
  titleItem(hasTitle),
  coverItem(cover),
  chaptersItem(chapters),
  ...publisherItems(publisher),
];

const titleItem = (hasTitle: boolean): Item =>
  hasTitle
    ? { key: 'title', state: 'done', words: 'title', count: 1 }
    : { key: 'title', state: 'missing', words: 'titleMissing', count: 0 };

function chaptersItem({ total, empty }: NovelFacts['chapters']): Item {
  const key = 'chapters';
  if (total === 0) return { key, state: 'missing', words: 'chaptersMissing', count: 0 };
  if (empty > 0) return { key, state: 'missing', words: 'chaptersEmpty', count: empty };
  return { key, state: 'done', words: 'chapters', count: total };
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

function publisherItems(problem: ReadinessFacts['publisher']): Item[] {
  const [state, count] = ['missing', 0] as const;
  switch (problem) {
    case 'email_unconfirmed':
      return [{ key: 'email', state, words: 'emailUnconfirmed', count }];
    case 'guardian_needed':
      return [{ key: 'guardian', state, words: 'guardianNeeded', count }];
    case 'account_deleting':
      return [{ key: 'owner', state, words: 'ownerLeaving', count }];
    case null:
      return [];
  }
}
