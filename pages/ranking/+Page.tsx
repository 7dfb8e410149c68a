import { formatDate, formatNumber, formatTime } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import type { RankedStory } from '../../server/domains/discovery/lists/queries-ranking.ts';
import { address } from '../addresses.ts';
import { Move } from '../layout/Move.tsx';
import { useStoryWords } from '../stories/labels.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Chips } from '../ui/Chips.tsx';
import { Cover } from '../ui/Cover.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { FirstScreenEnd } from '../ui/FirstScreenEnd.tsx';
import { RankList, RankRow } from '../ui/RankRow.tsx';
import { storied } from '../ui/storyColour.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { Topic } from '../ui/Topic.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { rankingAddress } from './address.ts';
import { leaderSizes } from './leaderSizes.ts';
import css from './Page.module.css';

const KINDS = ['all', 'comics', 'indie', 'novel'] as const;
const LEADERS = 3;
const COVERED = 12;

/** Most read stories: three large, nine with covers, the rest as text. */
export default function Page({ data: { ranking, period, kind } }: { data: Data }) {
  const t = useTranslations('ranking');
  const href = useHref();
  const { stories, countedAt } = ranking;
  const rest = stories.slice(COVERED);
  return (
    <Wrap as="main" id="main">
      <Topic heading={t('title')}>{t(period === 'week' ? 'sumWeek' : 'sumAll')}</Topic>
      <Tabs
        label={t('period')}
        items={(['week', 'all'] as const).map((each) => ({
          href: href(rankingAddress(each, kind)),
          label: t(each),
          current: each === period,
        }))}
      />
      <div className={css.kinds}>
        <Chips
          label={t('kinds')}
          items={KINDS.map((each) => ({
            href: href(rankingAddress(period, each)),
            label: each === 'all' ? t('allKinds') : t(`of.${each}`),
            current: each === kind,
          }))}
        />
      </div>
      {stories.length === 0 && <Nothing data={{ period, kind }} />}
      <ol className={css.leaders}>
        {stories.slice(0, LEADERS).map((story, index) => (
          <Leader key={story.id} story={story} place={index + 1} />
        ))}
      </ol>
      <FirstScreenEnd />
      {stories.length > LEADERS && (
        <ol className={css.covered} start={LEADERS + 1}>
          {stories.slice(LEADERS, COVERED).map((story, index) => (
            <Covered key={story.id} story={story} place={LEADERS + index + 1} />
          ))}
        </ol>
      )}
      {rest.length > 0 && (
        <section className={css.rest}>
          <h2>{t('rest', { from: COVERED + 1, to: stories.length })}</h2>
          <RankList start={COVERED + 1}>
            {rest.map((story, index) => (
              <RankRow
                key={story.id}
                fine
                rank={COVERED + index + 1}
                href={href(address('/stories/@slug', { slug: story.slug }))}
                title={story.title}
                meta={story.author}
                language={story.language}
                end={story.move !== null && <Move move={story.move} />}
              />
            ))}
          </RankList>
        </section>
      )}
      {countedAt && (
        <p className={css.counted}>
          {t('counted', { date: formatDate(countedAt), time: formatTime(countedAt) })}
          {stories.some(({ move }) => move !== null) && ` ${t('compared')}`}
        </p>
      )}
    </Wrap>
  );
}

function Leader({ story, place }: { story: RankedStory; place: number }) {
  const t = useTranslations('ranking');
  const href = useHref();
  const colour = storied(story.colour ?? undefined);
  return (
    <li>
      <a
        className={classes(css.leader, colour.className)}
        style={colour.style}
        href={href(address('/stories/@slug', { slug: story.slug }))}
      >
        <Cover picture={story.cover} sizes={leaderSizes} priority={place === 1 ? 'high' : undefined} />
        <span className={css.text}>
          <span className={css.place}>{place}</span>
          <span className={css.name} lang={story.language} dir="auto">
            {story.title}
          </span>
          <span className={css.by}>{story.author}</span>
          <span className={css.by}>
            {t('reads', { count: story.views, number: formatNumber(story.views) })}
          </span>
          {story.move !== null && <Move move={story.move} />}
        </span>
      </a>
    </li>
  );
}

function Covered({ story, place }: { story: RankedStory; place: number }) {
  const href = useHref();
  const words = useStoryWords();
  return (
    <li>
      <a className={css.row} href={href(address('/stories/@slug', { slug: story.slug }))}>
        <span className={css.number}>{place}</span>
        <Cover picture={story.cover} sizes="4.5rem" priority="lazy" />
        <span className={css.words}>
          <span className={css.title} lang={story.language} dir="auto">
            {story.title}
          </span>
          <span className={css.by}>
            {story.author} · {words.genre(story.genre)}
          </span>
          {story.move !== null && <Move move={story.move} />}
        </span>
      </a>
    </li>
  );
}

function Nothing({ data: { period, kind } }: { data: Pick<Data, 'period' | 'kind'> }) {
  const t = useTranslations('ranking');
  const href = useHref();
  const isWeek = period === 'week';
  return (
    <Empty
      heading={t(isWeek ? 'none' : 'noneEver')}
      actions={
        <LinkButton href={href(isWeek ? rankingAddress('all', kind) : '/')}>
          {t(isWeek ? 'toAll' : 'discover')}
        </LinkButton>
      }
    >
      {isWeek && t('noneHint')}
    </Empty>
  );
}
