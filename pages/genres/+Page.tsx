import { useHref, useTranslations } from '../../locales/react.tsx';
import css from '../browse/Browse.module.css';
import { BrowseIndex } from '../browse/BrowseIndex.tsx';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { FirstScreenEnd } from '../ui/FirstScreenEnd.tsx';
import { Title } from '../ui/Title.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { index } }: { data: Data }) {
  const t = useTranslations('browse');
  const href = useHref();
  return (
    <Wrap as="main" id="main">
      <div className={css.topic}>
        <Breadcrumbs
          label={t('here')}
          items={[{ label: t('discover'), href: href('/') }, { label: t('genres') }]}
        />
        <Title>{t('genres')}</Title>
        <p className={css.sum}>{t(index.genres.length > 0 ? 'indexSentence' : 'indexNone')}</p>
      </div>
      <FirstScreenEnd />
      <BrowseIndex index={index} />
    </Wrap>
  );
}
