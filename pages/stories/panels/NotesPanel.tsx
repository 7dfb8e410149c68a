import Notes from '#islands/reading/Notes.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { SHORT_NOTE_MAX_LENGTH } from '../../../server/domains/community/short-notes/rules.ts';
import type { ReaderPage } from '../../../server/domains/reading/reader/queries-reader.ts';
import { address } from '../../addresses.ts';
import { useStoryHref } from '../preview.ts';
import { Panel } from './Panel.tsx';

/** Short notes as a list. Without a script, a link to their page. */
export function NotesPanel({ reading }: { reading: ReaderPage }) {
  const t = useTranslations('tsukkomi');
  const href = useHref();
  const storyHref = useStoryHref();
  const { storySlug: slug, number, isNovel } = reading;
  const page = address('/stories/@slug/@number/notes', { slug, number });
  return (
    <Panel name="notes" heading={t('heading')} note={<span data-notes-count />}>
      <Island
        name="Notes"
        component={Notes}
        props={{
          kind: isNovel ? 'chapters' : 'pages',
          page,
          here: href(page),
          reader: storyHref(address('/stories/@slug/@number', { slug, number })),
          maxLength: SHORT_NOTE_MAX_LENGTH,
        }}
        wake="visible"
      />
    </Panel>
  );
}
