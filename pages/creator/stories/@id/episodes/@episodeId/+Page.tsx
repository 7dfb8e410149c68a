import EpisodeEditor from '../../../../../../islands/EpisodeEditor.tsx';
import { Island } from '../../../../../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../../../../../locales/react.tsx';
import { Breadcrumbs } from '../../../../../ui/Breadcrumbs.tsx';
import { NeedsScript } from '../../../../NeedsScript.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  const { story } = data.editor;
  return (
    <>
      <Breadcrumbs
        label={t('way')}
        items={[
          { label: t('yourStories'), href: href('/creator/stories') },
          { label: data.title, href: href(`/creator/stories/${story.id}`) },
          { label: t('episodeNumber', { number: data.editor.episode.number }) },
        ]}
      />
      <NeedsScript />
      <Island name="EpisodeEditor" component={EpisodeEditor} props={data.editor} />
    </>
  );
}
