import EpisodeList from '#islands/publishing/EpisodeList.tsx';
import { isChoosable } from '#islands/publishing/stories/ListedEpisode.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '../../../addresses.ts';
import { Hundreds } from '../../../ui/Hundreds.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { BlockedNotice } from '../../BlockedNotice.tsx';
import { NeedsScript } from '../../NeedsScript.tsx';
import { StoryHead } from '../StoryHead.tsx';
import type { Data } from './+data.ts';
import { hundredsOf, listAddress } from './list.ts';
import { Outcomes, Together } from './Together.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('console');
  const { own: story, episodes, from, total, mayEdit, mayPublish, titleMaxLength } = data;
  const href = useHref();
  const hundreds = hundredsOf(total);
  const numbers = { first: 1, last: total };
  return (
    <>
      <StoryHead story={story} current="episodes" />
      <BlockedNotice statement={data.statement} zone={data.zone} />
      <section aria-labelledby="episodes">
        <h2 id="episodes">
          <VisuallyHidden>{t('rooms.episodes')}</VisuallyHidden>
        </h2>
        <Outcomes data={data} />
        {mayEdit && <NeedsScript>{t('episodesNeedScript')}</NeedsScript>}
        {hundreds.length > 1 && (
          <Hundreds
            label={t('hundreds')}
            spans={hundreds}
            shown={from}
            nameOf={(span) => t('hundred', span)}
            hrefOf={(start) => href(listAddress(story.id, start, 'episodes'))}
            jump={{
              action: href(address('/creator/stories/@id', { id: story.id })),
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
            before: Math.max(0, total - from + 1 - episodes.length),
            total,
            mayEdit,
            mayPublish,
            titleMaxLength,
          }}
          drawn={{ episodes }}
        />
        {mayPublish && episodes.some(isChoosable) && <Together data={data} />}
      </section>
    </>
  );
}
