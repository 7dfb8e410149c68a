import { Island } from '../../../../islands/runtime/Island.tsx';
import StoryForm from '../../../../islands/StoryForm.tsx';
import { useHref, useTranslations } from '../../../../locales/react.tsx';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import head from '../../Head.module.css';
import { NeedsScript } from '../../NeedsScript.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  return (
    <>
      <Breadcrumbs
        label={t('way')}
        items={[{ label: t('yourStories'), href: href('/creator/stories') }, { label: t('newStory') }]}
      />
      <div className={head.head}>
        <h1>{t('newStory')}</h1>
      </div>
      <NeedsScript />
      <div className={css.column}>
        <Island name="StoryForm" component={StoryForm} props={data.form} />
      </div>
    </>
  );
}
