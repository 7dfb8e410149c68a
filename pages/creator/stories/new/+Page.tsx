import StoryForm from '#islands/publishing/StoryForm.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '../../../addresses.ts';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { Chips } from '../../../ui/Chips.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export default function Page({ data: { form } }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  return (
    <>
      <Breadcrumbs
        label={t('way')}
        items={[{ label: t('yourStories'), href: href('/creator/stories') }, { label: t('newStory') }]}
      />
      <PageHead title={t('newStory')} />
      <div className={css.column}>
        <noscript>
          <div className={css.plain}>
            <Notice>{t('coverNeedsScript')}</Notice>
            {form.types.length > 1 && (
              <>
                <p>{t('typeWithoutScript')}</p>
                <Chips
                  label={t('typeWithoutScript')}
                  items={form.types.map(({ value, label }) => ({
                    href: href(address('/creator/stories/new', {}, { query: { type: value } })),
                    label,
                    current: value === form.type,
                  }))}
                />
              </>
            )}
          </div>
        </noscript>
        <Island
          name="StoryForm"
          component={StoryForm}
          props={{
            story: null,
            pages: 0,
            may: form.may,
            types: form.types,
            type: form.type,
            novelGenres: form.novelGenres,
            owner: form.owner,
            zone: form.zone,
            offer: form.offer,
          }}
        />
      </div>
    </>
  );
}
