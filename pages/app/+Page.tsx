import { useTranslations } from '../../locales/react.tsx';
import { Facts } from '../text/Facts.tsx';
import { Html } from '../text/Html.tsx';
import { sectionIn } from '../text/sections.ts';
import { FirstScreenEnd } from '../ui/FirstScreenEnd.tsx';
import { Flood } from '../ui/Flood.tsx';
import { Seal } from '../ui/Seal.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { Title } from '../ui/Title.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { Soon } from './Soon.tsx';
import { Stores } from './Stores.tsx';

/** Links to the app stores, where coins are sold (LEG-30). Before its release, says so. */
export default function Page({ data: { content, stores, story } }: { data: Data }) {
  const t = useTranslations('texts.app');
  const isOut = Object.values(stores).some((url) => url !== undefined);
  const [facts, home] = ['facts', 'home'].map((id) => sectionIn(content, id));
  return (
    <main id="main">
      <Flood colour={story}>
        <Wrap className={css.hero}>
          <div className={css.words}>
            <Title>{content.heading}</Title>
            <p className={css.lead}>{isOut ? content.lead : t('leadSoon')}</p>
            {isOut ? <Stores stores={stores} /> : <Soon />}
          </div>
          <div className={css.handset} aria-hidden="true">
            <div className={css.screen}>
              <Seal className={css.seal} />
              <Wordmark className={css.word} />
            </div>
          </div>
        </Wrap>
      </Flood>
      <FirstScreenEnd />
      {facts && (
        <Wrap as="section" className={css.facts}>
          {facts.parts.map(({ id, heading, html }) => (
            <div key={id} id={id}>
              <h2>{heading}</h2>
              <Html className={css.fact} html={html} />
            </div>
          ))}
        </Wrap>
      )}
      {home && (
        <Wrap as="section" className={css.home}>
          <SectionHead heading={home.heading} id={home.id} />
          <Html className={css.intro} html={home.intro} />
          <Facts parts={home.parts} />
        </Wrap>
      )}
    </main>
  );
}
