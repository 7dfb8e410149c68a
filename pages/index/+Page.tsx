import type { PublicationType } from '../../db/schema/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address, withBack } from '../addresses.ts';
import { Move } from '../layout/Move.tsx';
import { rankingAddress } from '../ranking/address.ts';
import { useStoryWords } from '../stories/labels.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { FirstScreenEnd } from '../ui/FirstScreenEnd.tsx';
import { RankList, RankRow } from '../ui/RankRow.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { Calendar } from './Calendar.tsx';
import { Creators } from './Creators.tsx';
import { Genres } from './Genres.tsx';
import { Hero } from './Hero.tsx';
import { Novels } from './Novels.tsx';
import css from './Page.module.css';
import { Shelf } from './Shelf.tsx';

export default function Page({ data: { landing, genres, appUrl } }: { data: Data }) {
  const t = useTranslations('landing');
  const href = useHref();
  const words = useStoryWords();
  const { featured, calendar, popular, comics, indie, novels, creators } = landing;
  const top = (kind: PublicationType) => href(rankingAddress('week', kind));
  return (
    <main id="main">
      {featured ? <Hero featured={featured} /> : <Nothing />}
      <FirstScreenEnd />
      <Wrap className={css.sections}>
        {/* Sections without rows are not rendered. These anchors keep the header's links working. */}
        {Object.entries({ comics, indie, novels }).map(
          ([kind, rows]) => rows.length === 0 && <span key={kind} id={kind} className={css.anchor} />,
        )}
        {calendar.entries.length > 0 && <Calendar {...calendar} />}
        {popular.length > 0 && (
          <section>
            <SectionHead heading={t('popular')} more={{ href: href('/ranking'), label: t('top') }} />
            <RankList whole>
              {popular.map((story, index) => (
                <RankRow
                  key={story.id}
                  rank={index + 1}
                  href={href(address('/stories/@slug', { slug: story.slug }))}
                  title={story.title}
                  meta={`${story.author} · ${words.genre(story.genre)}`}
                  language={story.language}
                  end={story.move !== null && <Move move={story.move} />}
                />
              ))}
            </RankList>
          </section>
        )}
        {comics.length > 0 && (
          <Shelf
            id="comics"
            heading={t('comics')}
            more={{ href: top('comics'), label: t('topComics') }}
            stories={comics}
          />
        )}
        {novels.length > 0 && <Novels novels={novels} more={{ href: top('novel'), label: t('topNovels') }} />}
        {indie.length > 0 && (
          <Shelf
            id="indie"
            heading={t('indie')}
            more={{ href: top('indie'), label: t('topIndie') }}
            stories={indie}
          />
        )}
        {creators.length > 0 && <Creators creators={creators} />}
        {featured && genres.length > 0 && <Genres genres={genres} />}
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
              <h2>{t(appUrl ? 'appHeading' : 'readHeading')}</h2>
              <p>{t(appUrl ? 'appText' : 'readText')}</p>
              {appUrl && (
                <LinkButton href={appUrl} icon="smartphone">
                  {t('appAction')}
                </LinkButton>
              )}
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
