import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Chapters } from '#pages/stories/@slug/@number/Chapters.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { LinkButton } from '#pages/ui/Button.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('novel');
  const console_ = useTranslations('console');
  const href = useHref();
  const editor = address('/creator/stories/@id/episodes/@episodeId', {
    id: data.novel.id,
    episodeId: data.episodeId,
  });
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
      <PlainIsland name="stage">
        <Chapters reading={data.reading} chapters={data.chapters} />
      </PlainIsland>
    </>
  );
}
