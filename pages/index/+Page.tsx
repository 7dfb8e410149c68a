import { useHref, useTranslations } from '../../locales/react.tsx';
import { useStoryWords } from '../stories/words.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { RankList, RankRow } from '../ui/RankRow.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import { withBack } from '../ui/withBack.ts';
import type { Data } from './+data.ts';
import { Calendar } from './Calendar.tsx';
import { Hero } from './Hero.tsx';
import { Novels } from './Novels.tsx';
import css from './Page.module.css';
import { Shelf } from './Shelf.tsx';

export default function Page({ data: { landing } }: { data: Data }) {
  const t = useTranslations('landing');
  const href = useHref();
  const words = useStoryWords();
  const { featured, calendar, popular, comics, indie, novels } = landing;
  return (
    <main id="main">
      {featured ? <Hero featured={featured} /> : <Nothing />}
      <Wrap className={css.sections}>
        {calendar.entries.length > 0 && <Calendar {...calendar} />}
        {popular.length > 0 && (
          <section>
            <SectionHead heading={t('popular')} />
            <RankList>
              {popular.map((story, index) => (
                <RankRow
                  key={story.id}
                  rank={index + 1}
                  href={href(`/stories/${story.slug}`)}
                  title={story.title}
                  cover={story.cover}
                  meta={`${story.author} · ${words.genre(story.genre)}`}
                  language={story.language}
                />
              ))}
            </RankList>
          </section>
        )}
        {comics.length > 0 && <Shelf id="comics" heading={t('comics')} stories={comics} />}
        {indie.length > 0 && <Shelf id="indie" heading={t('indie')} stories={indie} />}
        {novels.length > 0 && <Novels novels={novels} />}
      </Wrap>
      {featured && (
        <div className={css.call}>
          <Wrap className={css.calls}>
            <section>
              <h2>{t('callHeading')}</h2>
              <p>{t('callText')}</p>
              <LinkButton kind="filled" href={href(withBack('/sign_up', href('/creator/stories')))}>
                {t('callAction')}
              </LinkButton>
            </section>
            <section>
              <h2>{t('readHeading')}</h2>
              <p>{t('readText')}</p>
            </section>
          </Wrap>
        </div>
      )}
    </main>
  );
}

function Nothing() {
  const t = useTranslations('landing');
  const href = useHref();
  return (
    <Wrap>
      <Empty
        level={1}
        heading={t('empty')}
        actions={
          <LinkButton kind="filled" href={href(withBack('/sign_up', href('/creator/stories')))}>
            {t('callAction')}
          </LinkButton>
        }
      >
        {t('emptyHint')}
      </Empty>
    </Wrap>
  );
}
