import { formatDate } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import type { NewCreator } from '../../server/domains/discovery/lists/queries-landing.ts';
import { address } from '../addresses.ts';
import { CoverGrid } from '../ui/CoverGrid.tsx';
import { Face } from '../ui/Face.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import css from './Creators.module.css';

export function Creators({ creators }: { creators: readonly NewCreator[] }) {
  const t = useTranslations('landing');
  const href = useHref();
  return (
    <section>
      <SectionHead heading={t('newCreators')} />
      <CoverGrid whole>
        {creators.map(({ slug, displayName, faceUrl, story, since }) => (
          <a key={slug} className={css.person} href={href(address('/profile/@slug', { slug }))}>
            <Face url={faceUrl} size={68} className={css.face} />
            <b className={css.name} dir="auto">
              {displayName}
            </b>
            <span>
              {t.rich('since', {
                date: formatDate(since),
                title: () => (
                  <span key="title" lang={story.language} dir="auto">
                    {story.title}
                  </span>
                ),
              })}
            </span>
          </a>
        ))}
      </CoverGrid>
    </section>
  );
}
