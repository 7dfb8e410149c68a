import StoryMarks from '#islands/reading/StoryMarks.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { formatDate, formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { StoryPage } from '../../../server/domains/reading/reader/queries-story.ts';
import type { Hundred } from '../../../server/domains/reading/reader/rules.ts';
import { address } from '../../addresses.ts';
import { useFrame } from '../../layout/context.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EpisodeRow } from '../../ui/EpisodeRow.tsx';
import { Hundreds } from '../../ui/Hundreds.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { NextLine } from '../NextRelease.tsx';
import { useStoryHref } from '../preview.ts';
import { listAddress, rowId } from './address.ts';
import css from './EpisodeList.module.css';
import { shownStory, unitOf } from './shown.ts';

export function EpisodeList({
  story,
  appUrl,
  canSave,
}: {
  story: StoryPage;
  appUrl: string | undefined;
  canSave: boolean;
}) {
  const t = useTranslations('story');
  const localHref = useHref();
  const href = useStoryHref();
  const { preview } = useFrame();
  const { hundreds, shown, order, episodes, nextRelease } = story;
  const { slug } = story;
  const isLong = hundreds.length > 1;
  const isTurned = order === 'newest';
  const total = hundreds.reduce((sum, { count }) => sum + count, 0);
  const spans = isTurned ? hundreds.toReversed() : hundreds;
  const following = spans[spans.findIndex(({ from }) => from === shown?.from) + 1];
  const hrefOf = (from: number) => href(listAddress({ ...story, from }, 'episodes'));
  const numbers = { first: hundreds[0]?.first ?? 1, last: hundreds.at(-1)?.last ?? 1 };
  const between = ({ first, last, count }: Hundred) =>
    isTurned ? { first: last, last: first, count } : { first, last, count };
  return (
    <section id="episodes" className={css.list}>
      <SectionHead
        heading={t('episodes')}
        note={
          <>
            {formatNumber(total)}
            {isLong && preview === null && <span data-read-count="" />}
          </>
        }
        noteBelow={isLong}
        end={
          total > 1 && (
            <a
              className={css.order}
              href={href(listAddress({ ...story, order: isTurned ? 'oldest' : 'newest' }, 'episodes'))}
            >
              <Icon name="arrow-up-down" />
              {isTurned ? t('oldestFirst') : t('newestFirst')}
            </a>
          )
        }
      />
      {isLong && shown && (
        <Hundreds
          label={t('hundreds')}
          spans={spans}
          shown={shown.from}
          nameOf={(span) => t('hundred', span)}
          hrefOf={hrefOf}
          jump={{
            action: localHref(address('/stories/@slug', { slug })),
            ...numbers,
            fields: { ...(isTurned && { order }), ...(preview && { preview: preview.token }) },
            label: t('goTo', numbers),
            hint: t('goToHint', numbers),
            go: t('go'),
          }}
        />
      )}
      {nextRelease && <NextLine release={nextRelease} />}
      <Rows ordered>
        {episodes.map((episode) => (
          <EpisodeRow
            key={episode.id}
            id={rowId(episode.number)}
            href={href(address('/stories/@slug/@number', { slug, number: episode.number }))}
            number={episode.number}
            title={episode.title}
            thumbnail={episode.thumbnail}
            facts={[
              episode.publishedAt && formatDate(episode.publishedAt),
              story.publicationType === 'novel'
                ? t('chapters', { count: episode.chaptersCount })
                : t('pages', { count: episode.pagesCount }),
              episode.freeAt && t('freeFrom', { date: formatDate(episode.freeAt) }),
            ]}
            fresh={episode.fresh ? t('fresh') : undefined}
            state={
              episode.priceCoins > 0
                ? { kind: 'price', amount: formatNumber(episode.priceCoins), unit: t('coins') }
                : story.premium
                  ? { kind: 'free', label: t('free') }
                  : undefined
            }
            language={story.language}
            {...(preview === null && {
              marked: {
                items: story.publicationType === 'novel' ? episode.chaptersCount : episode.pagesCount,
              },
            })}
          />
        ))}
      </Rows>
      {preview === null && (
        <Island
          name="StoryMarks"
          component={StoryMarks}
          props={{
            story: shownStory(story),
            unit: unitOf(story),
            ...(!canSave && { unsaved: true }),
            ...(story.premium && { sold: { title: story.title, language: story.language, appUrl } }),
          }}
          wake="reader"
        />
      )}
      {following && (
        <p className={css.following}>
          <LinkButton wide href={hrefOf(following.from)}>
            {t('following', between(following))}
          </LinkButton>
        </p>
      )}
    </section>
  );
}
