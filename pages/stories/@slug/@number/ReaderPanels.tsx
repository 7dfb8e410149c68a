import { useTranslations } from '#locales/react.tsx';
import { directionOfLanguage } from '#server/lib/writing-direction.ts';
import { AloudBar } from '../../panels/AloudBar.tsx';
import { ChapterFeelings } from '../../panels/ChapterFeelings.tsx';
import { CommentsPanel } from '../../panels/CommentsPanel.tsx';
import { ContentsPanel } from '../../panels/ContentsPanel.tsx';
import { EpisodesPanel } from '../../panels/EpisodesPanel.tsx';
import { GlideBar } from '../../panels/GlideBar.tsx';
import { Help } from '../../panels/Help.tsx';
import { Marginalia } from '../../panels/Marginalia.tsx';
import { NotesPanel } from '../../panels/NotesPanel.tsx';
import { NovelHelp } from '../../panels/NovelHelp.tsx';
import { ReadingPanel } from '../../panels/ReadingPanel.tsx';
import { ReportPanel } from '../../panels/ReportPanel.tsx';
import { SelectionBar } from '../../panels/SelectionBar.tsx';
import { SettingPanel } from '../../panels/SettingPanel.tsx';
import { SharePanel } from '../../panels/SharePanel.tsx';
import { episodeAddress } from '../address.ts';
import type { Data } from './+data.ts';
import { isUpright } from './upright.ts';

/** Panels few readers open. Part of this page at another address, fetched on demand. */
export function ReaderPanels({ data, canShare }: { data: Data; canShare: boolean }) {
  const { reading, url, canSave, found } = data;
  const tools = useTranslations('readerTools');
  const { content, storySlug: slug, number, priceCoins } = reading;
  const name = `${reading.storyTitle} ${number} · ${reading.title}`;
  const isComic = content.kind === 'pages';
  const chapter = content.kind === 'chapters' && content.chapter.number > 1 ? content.chapter.number : null;
  return (
    <>
      {content.kind === 'chapters' && (
        <ContentsPanel reading={reading} content={content} found={found} isDraft={!canShare} />
      )}
      <EpisodesPanel reading={reading} canSave={canSave} />
      {canShare && content.kind !== 'locked' && <CommentsPanel reading={reading} />}
      {canShare && content.kind !== 'locked' && <NotesPanel reading={reading} />}
      {isComic && <ReadingPanel reading={reading} />}
      {content.kind === 'chapters' && <SettingPanel isUpright={isUpright(content, reading.storyLanguage)} />}
      {canShare && (
        <SharePanel
          name={name}
          note={priceCoins > 0 ? tools('premium', { count: priceCoins }) : tools('freeToRead')}
          picture={reading.here?.thumbnail}
          url={url}
          hasPages={isComic}
        />
      )}
      {canShare && (
        <ReportPanel
          subject={{ type: 'episode', id: reading.episodeId }}
          title={name}
          back={episodeAddress({ slug, number }, { chapter })}
          page={episodeAddress({ slug, number }, { chapter, panels: 1 })}
        />
      )}
      {content.kind === 'chapters' && <AloudBar />}
      {content.kind === 'chapters' && (
        <SelectionBar name={name} chapter={content.chapter.title} url={url} canShare={canShare} />
      )}
      {content.kind === 'chapters' && canShare && <Marginalia />}
      {content.kind === 'chapters' && canShare && <ChapterFeelings number={content.chapter.number} />}
      {isComic && <GlideBar />}
      {content.kind === 'chapters' && (
        <NovelHelp
          isTurned={
            isUpright(content, reading.storyLanguage) || directionOfLanguage(reading.storyLanguage) === 'rtl'
          }
        />
      )}
      {isComic && <Help />}
    </>
  );
}
