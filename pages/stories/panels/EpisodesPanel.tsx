import { formatDate, formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { ReaderList, ReaderPage } from '../../../server/domains/reading/reader/queries-reader.ts';
import { address } from '../../addresses.ts';
import { useFrame } from '../../layout/context.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EpisodeRow, EpisodeState } from '../../ui/EpisodeRow.tsx';
import { HundredTabs, Jump } from '../../ui/Hundreds.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useEpisodeFacts } from '../@slug/@number/labels.ts';
import { placeInList } from '../@slug/address.ts';
import { NextLine } from '../NextRelease.tsx';
import { useStoryHref } from '../preview.ts';
import css from './EpisodesPanel.module.css';
import { Panel } from './Panel.tsx';
import { SaveTool } from './SaveTool.tsx';
import { usePanelHref } from './usePanelHref.ts';

/** The story's episodes, a hundred at a time (RDR-02), also on the story's page. The browser marks what is read. */
export function EpisodesPanel({ reading, canSave }: { reading: ReaderPage; canSave: boolean }) {
  const t = useTranslations('reader');
  const href = useStoryHref();
  const { storySlug: slug, list, number } = reading;
  const story = useTranslations('story');
  const total = list?.hundreds.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel
      name="episodes"
      heading={t('episodes')}
      note={
        total && (
          <>
            {formatNumber(total)}
            <span data-read-count={`, ${story('youRead', { count: '{count}' })}`} />
          </>
        )
      }
    >
      {canSave && <SaveTool reading={reading} />}
      {list && <ToNumber reading={reading} list={list} />}
      {list && <List reading={reading} list={list} />}
      <p className={css.all}>
        <LinkButton wide href={href(placeInList(slug, number))}>
          {t('allEpisodes')}
        </LinkButton>
      </p>
    </Panel>
  );
}

type ListProps = { reading: ReaderPage; list: ReaderList };

/** A script loads another hundred (islands/reading/stage/list.ts). */
function List({ reading, list: { hundreds, shown, episodes } }: ListProps) {
  const t = useTranslations('reader');
  const tools = useTranslations('readerTools');
  const story = useTranslations('story');
  const href = useStoryHref();
  const panelHref = usePanelHref(reading);
  const facts = useEpisodeFacts(reading);
  const { storySlug: slug, number, isNovel, nextRelease } = reading;
  const open = { page: '{page}', pages: '{pages}' };
  return (
    <div
      className={css.list}
      data-marks
      data-first={shown.from}
      data-read={tools('read')}
      data-place={isNovel ? t('chapterPlace', open) : t('place', open)}
    >
      <template data-unlocked>
        <EpisodeState kind="unlocked" label={story('states.unlocked')} />
      </template>
      {hundreds.length > 1 && (
        <HundredTabs
          label={story('hundreds')}
          spans={hundreds}
          shown={shown.from}
          nameOf={(span) => story('hundred', span)}
          hrefOf={(from) => panelHref('episodes', from)}
        />
      )}
      <Rows ordered>
        {episodes.map((episode) => {
          const isHere = episode.number === number;
          const [size = ''] = facts.of(episode);
          return (
            <EpisodeRow
              key={episode.id}
              href={href(address('/stories/@slug/@number', { slug, number: episode.number }))}
              number={episode.number}
              title={episode.title}
              thumbnail={episode.thumbnail}
              facts={[episode.publishedAt && formatDate(episode.publishedAt)]}
              marked={{ items: isNovel ? episode.chaptersCount : episode.pagesCount }}
              fresh={episode.fresh && !isHere ? story('fresh') : undefined}
              state={
                isHere
                  ? { kind: 'continue', label: tools('hereShort'), place: size, percent: 0 }
                  : facts.stateOf(episode)
              }
              language={reading.storyLanguage}
            />
          );
        })}
      </Rows>
      {nextRelease && shown === hundreds.at(-1) && <NextLine release={nextRelease} />}
    </div>
  );
}

/** Jumps to an episode's number or the nearest. The server redirects, so no script is needed. */
function ToNumber({ reading: { storySlug: slug, number }, list: { hundreds } }: ListProps) {
  const t = useTranslations('story');
  const href = useHref();
  const { preview } = useFrame();
  const ends = { first: hundreds[0]?.first ?? 1, last: hundreds.at(-1)?.last ?? 1 };
  if (ends.first === ends.last) return null;
  return (
    <Jump
      action={href(address('/stories/@slug/@number', { slug, number }))}
      fields={preview ? { preview: preview.token } : {}}
      {...ends}
      label={t('goTo', ends)}
      hint={t('goToHint', ends)}
      go={t('go')}
    />
  );
}
