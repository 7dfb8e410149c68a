import { useHref, useTranslations } from '../../locales/react.tsx';
import { BrowseIndex } from '../browse/BrowseIndex.tsx';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { FirstScreenEnd } from '../ui/FirstScreenEnd.tsx';
import { Topic } from '../ui/Topic.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { index } }: { data: Data }) {
  const t = useTranslations('browse');
  const href = useHref();
  return (
    <Wrap as="main" id="main">
      <Topic
        heading={t('genres')}
        above={
          <Breadcrumbs
            label={t('here')}
            items={[{ label: t('discover'), href: href('/') }, { label: t('genres') }]}
          />
        }
      >
        {t(index.genres.length > 0 ? 'indexSentence' : 'indexNone')}
      </Topic>
      <FirstScreenEnd />
      <BrowseIndex index={index} />
    </Wrap>
  );
}
