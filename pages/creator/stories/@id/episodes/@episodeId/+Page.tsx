import EpisodeEditor from '#islands/publishing/EpisodeEditor.tsx';
import NovelEditor from '#islands/publishing/NovelEditor.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { BlockedNotice } from '#pages/creator/BlockedNotice.tsx';
import { NeedsScript } from '#pages/creator/NeedsScript.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import type { Data } from './+data.ts';
import { PlainChapter } from './PlainChapter.tsx';
import { ReleaseForms } from './ReleaseForms.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  const { content, storyId } = data;
  return (
    <>
      <Breadcrumbs
        label={t('way')}
        items={[
          { label: t('yourStories'), href: href('/creator/stories') },
          { label: data.title, href: href(address('/creator/stories/@id', { id: storyId })) },
          { label: t('episodeNumber', { number: data.number }) },
        ]}
      />
      <BlockedNotice statement={data.statement} zone={data.zone} />
      {content.kind === 'pages' ? (
        <>
          <NeedsScript />
          <noscript>
            <ReleaseForms editor={content.editor} wish={data.wish} />
          </noscript>
          <Island name="EpisodeEditor" component={EpisodeEditor} props={content.editor} />
        </>
      ) : (
        <>
          <noscript>
            <ReleaseForms editor={content.editor} wish={data.wish} />
          </noscript>
          <Island name="NovelEditor" component={NovelEditor} props={content.editor} />
          <PlainChapter
            storyId={storyId}
            episode={content.editor.episode}
            mayEdit={content.editor.may.edit}
            titleMaxLength={content.editor.titleMaxLength}
          />
        </>
      )}
    </>
  );
}
