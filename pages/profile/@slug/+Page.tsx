import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../addresses.ts';
import { StoryCards } from '../../layout/StoryCards.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { FirstScreenEnd } from '../../ui/FirstScreenEnd.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { OneStory } from './OneStory.tsx';
import css from './Page.module.css';
import { PersonHead } from './PersonHead.tsx';

const FIRST_ROW = 3;

export default function Page({ data: { person, story: colour } }: { data: Data }) {
  const t = useTranslations('author');
  const href = useHref();
  const hrefOf = (to: number) =>
    href(address('/profile/@slug', { slug: person.slug }, { query: { page: to > 1 ? to : null } }));
  const { displayName: name, stories, page, pages } = person;
  return (
    <main id="main">
      <PersonHead person={person} colour={colour} />
      <FirstScreenEnd />
      <Wrap>
        {stories.length === 0 ? (
          <Empty
            heading={t('none', { name })}
            actions={<LinkButton href={href('/')}>{t('discover')}</LinkButton>}
          >
            {t('noneHint', { name })}
          </Empty>
        ) : person.only !== null ? (
          <OneStory only={person.only} />
        ) : (
          <section>
            <SectionHead heading={t('stories')} />
            <StoryCards
              stories={stories}
              metaOf={({ episodesCount }) => t('episodes', { count: episodesCount })}
              eager={FIRST_ROW}
            />
            <Pager
              label={t('pages')}
              previousLabel={t('previousPage')}
              nextLabel={t('nextPage')}
              page={page}
              pages={pages}
              hrefOf={hrefOf}
            />
          </section>
        )}
        {person.collections.length > 0 && (
          <section className={css.collections}>
            <SectionHead heading={t('collections')} />
            <ul className={css.list}>
              {person.collections.map(({ id, title }) => (
                <li key={id}>
                  <a href={href(address('/collections/@id', { id }))} dir="auto" rel="nofollow">
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </Wrap>
    </main>
  );
}
