import { type ReactNode, useRef } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Readiness } from '../comic/Readiness.tsx';
import type { Item, ReadinessFacts } from '../comic/readiness.ts';
import { DeleteEpisode } from './DeleteEpisode.tsx';
import css from './EditorFrame.module.css';
import { type DetailsHandle, EpisodeDetails } from './EpisodeDetails.tsx';
import { Receipts } from './Receipts.tsx';
import { ReleaseHead } from './ReleaseHead.tsx';
import type { ReceiptPage, ReleaseEpisode, ReleaseRights, ReleaseStory } from './release.ts';
import type { SourcePage } from './sourcePages.ts';
import type { ReleaseOptions } from './useRelease.ts';

export type EditorFacts = {
  episode: ReleaseEpisode;
  receipts: ReceiptPage;
  story: ReleaseStory & { cover: ReadinessFacts['cover'] };
  may: ReleaseRights;
  publisher: ReadinessFacts['publisher'];
  zone: string;
  titleMaxLength: number;
};

export type EditorFrameProps = ReleaseOptions & {
  facts: EditorFacts;
  items: readonly Item[];
  /** Pages to choose a thumbnail from. Null for episodes with chapters. */
  pages: readonly SourcePage[] | null;
  settling?: boolean;
  tools: ReactNode;
  problem: string | null;
  maySwap?: boolean;
  /** Number of pages replaced in this visit. */
  swaps?: number;
  refresh: () => Promise<unknown>;
  children: ReactNode;
};

export const isOpen = ({ status }: ReleaseEpisode): boolean =>
  status === 'in_progress' || status === 'scheduled';

export function EditorFrame({
  facts,
  items,
  pages,
  refresh,
  swaps = 0,
  children,
  ...release
}: EditorFrameProps) {
  const { story, may, zone } = facts;
  const { episode } = release;
  const notices = useTranslations('notices');
  const details = useRef<DetailsHandle>(null);
  return (
    <>
      <ReleaseHead
        {...release}
        story={story}
        may={may}
        zone={zone}
        lacking={items.filter((item) => item.state !== 'done')}
        settle={async () => {
          await release.settle();
          await details.current?.settle();
        }}
      />
      <div className={css.grid}>
        {children}
        <aside className={css.aside}>
          {isOpen(episode) && <Readiness items={items} storyId={story.id} />}
          <EpisodeDetails
            ref={details}
            story={story}
            episode={episode}
            pages={pages}
            mayEdit={may.edit && isOpen(episode)}
            mayOrder={may.edit}
            titleMaxLength={facts.titleMaxLength}
            zone={zone}
            change={release.change}
            onChange={(next) => release.onChange(next, notices('episode_saved'))}
            onSaved={(next) => release.onChange(next, null)}
            refresh={refresh}
          />
          <Receipts
            episodeId={episode.id}
            first={facts.receipts}
            stamp={`${episode.status} ${episode.publish_at} ${swaps}`}
            zone={zone}
          />
          {may.delete && isOpen(episode) && <DeleteEpisode episode={episode} hasPages={pages !== null} />}
        </aside>
      </div>
    </>
  );
}
