/** What the editors of an episode share, whatever is in it: the head, and at its side what it lacks, is called and went through. */
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

/** What the page tells each of them. */
export type EditorFacts = {
  episode: ReleaseEpisode;
  receipts: ReceiptPage;
  story: ReleaseStory & { cover: ReadinessFacts['cover'] };
  may: ReleaseRights;
  /** Why nothing may be published by these people, if so. */
  publisher: ReadinessFacts['publisher'];
  /** The creator's own time zone. */
  zone: string;
  titleMaxLength: number;
};

export type EditorFrameProps = ReleaseOptions & {
  facts: EditorFacts;
  items: readonly Item[];
  /** Pages that a thumbnail can be taken from; null where an episode has chapters. */
  pages: readonly SourcePage[] | null;
  /** Waits for something that is being brought in step. */
  settling?: boolean;
  /** Beside the buttons of the head, such as a preview. */
  tools: ReactNode;
  problem: string | null;
  /** A page may be replaced although readers have the episode. */
  maySwap?: boolean;
  /** How many pages were, here. */
  swaps?: number;
  /** Reads again what is in the episode, and its version. */
  refresh: () => Promise<unknown>;
  children: ReactNode;
};

/** While it is neither published nor blocked it can be changed. */
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
