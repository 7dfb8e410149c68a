import { useTranslations } from '#locales/react.tsx';
import type { ReaderPage } from '#server/domains/reading/queries-reader.ts';
import { address } from '../../../addresses.ts';
import { LanguageMenu } from '../../../layout/LanguageMenu.tsx';
import { EpisodeRow } from '../../../ui/EpisodeRow.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconLink } from '../../../ui/IconButton.tsx';
import { Rows } from '../../../ui/Rows.tsx';
import { useStoryHref } from '../../preview.ts';
import { placeInList } from '../address.ts';
import { useEpisodeFacts } from './facts.ts';
import css from './TopBar.module.css';

/** Back, what is being read, the language, the other episodes. For comics it names the page; a novel's text does so itself. */
export function TopBar({ reading }: { reading: ReaderPage }) {
  const t = useTranslations('reader');
  const href = useStoryHref();
  const facts = useEpisodeFacts(reading);
  const slug = reading.storySlug;
  const Name = reading.isNovel ? 'p' : 'h1';
  return (
    <header className={css.bar} data-bar>
      <IconLink icon="arrow-left" label={t('back')} href={href(address('/stories/@slug', { slug }))} />
      <Name className={css.name} lang={reading.storyLanguage} dir="auto">
        <b>{reading.storyTitle}</b>
        <span>
          {reading.number} · {reading.title}
        </span>
      </Name>
      <LanguageMenu className={css.language} />
      <details className={css.episodes} data-menu>
        <summary className={css.button} aria-label={t('episodes')}>
          <Icon name="list" />
          <span>{t('episodes')}</span>
        </summary>
        <nav className={css.panel} aria-label={t('episodes')}>
          <Rows ordered>
            {reading.around.map((episode) => {
              const isHere = episode.number === reading.number;
              return (
                <EpisodeRow
                  key={episode.id}
                  href={href(address('/stories/@slug/@number', { slug, number: episode.number }))}
                  number={episode.number}
                  title={episode.title}
                  thumbnail={episode.thumbnail}
                  facts={facts.of(episode)}
                  state={
                    isHere
                      ? { kind: 'continue', label: '', place: t('here'), percent: 0 }
                      : facts.stateOf(episode)
                  }
                  end={isHere ? <span /> : undefined}
                  language={reading.storyLanguage}
                />
              );
            })}
          </Rows>
          <a className={css.all} href={href(placeInList(slug, reading.number))}>
            {t('allEpisodes')}
            <Icon name="arrow-right" />
          </a>
        </nav>
      </details>
    </header>
  );
}
