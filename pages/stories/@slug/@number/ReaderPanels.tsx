import { useTranslations } from '#locales/react.tsx';
import { address } from '../../../addresses.ts';
import { ContentsPanel } from '../../panels/ContentsPanel.tsx';
import { EpisodesPanel } from '../../panels/EpisodesPanel.tsx';
import { GlideBar } from '../../panels/GlideBar.tsx';
import { Help } from '../../panels/Help.tsx';
import { ReadingPanel } from '../../panels/ReadingPanel.tsx';
import { ReportPanel } from '../../panels/ReportPanel.tsx';
import { SettingPanel } from '../../panels/SettingPanel.tsx';
import { SharePanel } from '../../panels/SharePanel.tsx';
import type { Data } from './+data.ts';

/** What few open: it stands in the same page at an address of its own, and is fetched when somebody reaches for it. */
export function ReaderPanels({ data, canShare }: { data: Data; canShare: boolean }) {
  const { reading, url, canSave } = data;
  const tools = useTranslations('readerTools');
  const { content, storySlug: slug, number, priceCoins } = reading;
  const name = `${reading.storyTitle} ${number} · ${reading.title}`;
  const isComic = content.kind === 'pages';
  return (
    <>
      {content.kind === 'chapters' && <ContentsPanel reading={reading} content={content} />}
      <EpisodesPanel reading={reading} canSave={canSave} />
      {isComic && <ReadingPanel reading={reading} />}
      {content.kind === 'chapters' && <SettingPanel />}
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
          back={address('/stories/@slug/@number', { slug, number })}
          page={address('/stories/@slug/@number', { slug, number }, { query: { panels: 1 } })}
        />
      )}
      {isComic && <GlideBar />}
      {isComic && <Help />}
    </>
  );
}
