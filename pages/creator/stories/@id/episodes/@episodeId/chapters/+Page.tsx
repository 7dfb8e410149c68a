import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Chapter } from '#pages/stories/@slug/@number/Chapter.tsx';
import { ChapterEnd } from '#pages/stories/@slug/@number/ChapterEnd.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { LinkButton } from '#pages/ui/Button.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('novel');
  const reader = useTranslations('reader');
  const console_ = useTranslations('console');
  const href = useHref();
  const editor = address('/creator/stories/@id/episodes/@episodeId', {
    id: data.novel.id,
    episodeId: data.episodeId,
  });
  const { content } = data;
  const { chapter } = content;
  const hrefOf = (number: number) =>
    href(
      address(
        '/creator/stories/@id/episodes/@episodeId/chapters',
        { id: data.novel.id, episodeId: data.episodeId },
        { query: { chapter: number > 1 ? number : null } },
      ),
    );
  const back = chapter.number > 1 && (
    <LinkButton href={hrefOf(chapter.number - 1)} rel="prev">
      {reader('previousChapter', { number: chapter.number - 1 })}
    </LinkButton>
  );
  return (
    <>
      <Breadcrumbs
        label={console_('way')}
        items={[
          { label: data.novel.title, href: href(address('/creator/stories/@id', { id: data.novel.id })) },
          { label: console_('episodeNumber', { number: data.reading.number }), href: href(editor) },
          { label: t('preview') },
        ]}
      />
      <Notice
        actions={
          <LinkButton href={href(editor)} icon="arrow-left">
            {t('toEditor')}
          </LinkButton>
        }
      >
        {t('previewHint')}
      </Notice>
      <Chapter reading={data.reading} content={content} />
      <ChapterEnd reading={data.reading} content={content} hrefOf={hrefOf} actions={null} back={back} />
      {chapter.number === content.toc.length && back}
    </>
  );
}
