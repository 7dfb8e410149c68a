import EpisodeList from '../../../../islands/EpisodeList.tsx';
import { Island } from '../../../../islands/runtime/Island.tsx';
import StoryForm from '../../../../islands/StoryForm.tsx';
import { useHref, useTranslations } from '../../../../locales/react.tsx';
import { Hundreds } from '../../../ui/Hundreds.tsx';
import { NeedsScript } from '../../NeedsScript.tsx';
import { StoryHead } from '../StoryHead.tsx';
import type { Data } from './+data.ts';
import { hundredsOf, listAddress } from './list.ts';
import css from './Page.module.css';
import { PlainDeletion } from './PlainDeletion.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('console');
  const { own: story, episodes, from, total, form, zone, mayPublish } = data;
  const href = useHref();
  const hundreds = hundredsOf(total);
  const numbers = { first: 1, last: total };
  return (
    <>
      <StoryHead story={story} current="episodes" />
      <div className={css.grid}>
        <section aria-labelledby="episodes">
          <h2 id="episodes" className={css.heading}>
            {t('episodesTitle')}
          </h2>
          {form.may.edit && <NeedsScript>{t('episodesNeedScript')}</NeedsScript>}
          {hundreds.length > 1 && (
            <Hundreds
              label={t('hundreds')}
              spans={hundreds}
              shown={from}
              nameOf={(span) => t('hundred', span)}
              hrefOf={(start) => href(`${listAddress(story.id, start)}#episodes`)}
              jump={{
                action: href(`/creator/stories/${story.id}`),
                ...numbers,
                label: t('goTo', numbers),
                hint: t('goToHint', numbers),
                go: t('go'),
              }}
            />
          )}
          <Island
            name="EpisodeList"
            component={EpisodeList}
            props={{
              storyId: story.id,
              language: story.language,
              episodes,
              before: from - 1,
              total,
              mayEdit: form.may.edit,
              mayPublish,
              zone,
              hasPages: story.publication_type !== 'novel',
              titleMost: form.offer.most.title,
            }}
          />
        </section>
        <section aria-labelledby="details">
          <h2 id="details" className={css.heading}>
            {t('details')}
          </h2>
          {form.may.edit && <NeedsScript>{t('coverNeedsScript')}</NeedsScript>}
          <Island
            name="StoryForm"
            component={StoryForm}
            props={{
              story: form.story,
              pages: form.pages,
              may: form.may,
              types: form.types,
              type: form.type,
              novelGenres: form.novelGenres,
              owner: form.owner,
              offer: form.offer,
            }}
          />
          {form.may.delete && !story.published && <PlainDeletion story={story} />}
        </section>
      </div>
    </>
  );
}
