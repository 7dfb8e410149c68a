import StoryForm from '#islands/publishing/StoryForm.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useTranslations } from '#locales/react.tsx';
import { VisuallyHidden } from '#pages/ui/VisuallyHidden.tsx';
import { NeedsScript } from '../../../NeedsScript.tsx';
import { StoryHead } from '../../StoryHead.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { PlainDeletion } from './PlainDeletion.tsx';

export default function Page({ data: { own: story, form } }: { data: Data }) {
  const t = useTranslations('console');
  return (
    <>
      <StoryHead story={story} current="details" />
      <section className={css.column} aria-labelledby="details">
        <h2 id="details">
          <VisuallyHidden>{t('rooms.details')}</VisuallyHidden>
        </h2>
        {form.may.edit && <NeedsScript>{t('coverNeedsScript')}</NeedsScript>}
        <Island name="StoryForm" component={StoryForm} props={form} />
        {form.may.delete && !story.published && <PlainDeletion story={story} />}
      </section>
    </>
  );
}
