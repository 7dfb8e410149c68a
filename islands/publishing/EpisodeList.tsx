import { useState } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../../pages/addresses.ts';
import { AskDialog } from '../../pages/ui/AskDialog.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { api } from '../api.ts';
import { createInTurn } from '../latest.ts';
import { moved } from '../move.ts';
import { OrderedRows } from '../sortable/OrderedRows.tsx';
import { useWording } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import { Consequences } from './releases/Consequences.tsx';
import { type Foretold, foretell } from './releases/foretell.ts';
import { AddEpisode } from './stories/AddEpisode.tsx';
import css from './stories/EpisodeList.module.css';
import { type Listed, ListedEpisode, listedOnPage } from './stories/ListedEpisode.tsx';
import { movesPublished } from './stories/order.ts';

export type EpisodeListProps = {
  storyId: string;
  language: string;
  /** The hundred episodes shown. Passed on the server only, since the browser reads them from the page. */
  episodes?: readonly Listed[];
  /** `before` rows come before these, out of `total`. The first row has the highest number. */
  before: number;
  total: number;
  mayEdit: boolean;
  /** Without this right, the user cannot change an order that readers see. */
  mayPublish: boolean;
  titleMaxLength: number;
};

type Move = { id: string; number: number; next: readonly Listed[]; isHere: boolean; isSeen: boolean };

export default function EpisodeList(props: EpisodeListProps) {
  const { storyId, mayEdit, before, total } = props;
  const t = useTranslations('console');
  const release = useTranslations('release');
  const notices = useTranslations('notices');
  const href = useHref();
  const wording = useWording();
  const toast = useToast();
  const [episodes, setEpisodes] = useState(() => props.episodes ?? listedOnPage());
  const [problem, setProblem] = useState<string | null>(null);
  /** A move that changes what readers see, until the user confirms it. */
  const [asked, setAsked] = useState<{ wish: Move; foretold: Foretold } | null>(null);
  const [order] = useState(() =>
    createInTurn(({ id, number }: { id: string; number: number }) =>
      api('PUT /creator/episodes/:id/number', { params: { id }, body: { number } }),
    ),
  );

  const move = async (from: number, to: number) => {
    const [place, episode] = [to - before, episodes[from - before]];
    if (episode === undefined) return;
    const isHere = place >= 0 && place < episodes.length;
    const next = isHere ? moved(episodes, from - before, place) : episodes;
    const isSeen = movesPublished(episodes, next);
    if (isSeen && !props.mayPublish) return setProblem(release('orderOfOthers'));
    setProblem(null);
    const wish: Move = { id: episode.id, number: total - to, next, isHere, isSeen };
    // Drafts that swap places need no confirmation.
    if (isHere && !isSeen) return put(wish);
    try {
      const foretold = await foretell(storyId, { deed: 'move', episode_id: wish.id, number: wish.number });
      if (foretold.total === 0) return put(wish);
      setAsked({ wish, foretold });
    } catch (error) {
      setProblem(wording(error).message);
    }
  };

  const put = async ({ id, number, next, isHere, isSeen }: Move) => {
    const present = episodes;
    setAsked(null);
    setEpisodes(next);
    try {
      await order.push({ id, number });
      if (!isHere)
        return location.assign(
          href(address('/creator/stories/@id', { id: storyId }, { query: { episode: number } })),
        );
      toast.show(isSeen ? release('orderSeen') : notices('order_changed'));
    } catch (error) {
      setEpisodes(present);
      setProblem(wording(error).message);
    }
  };

  return (
    <>
      {mayEdit && (
        <div className={css.above}>
          <AddEpisode storyId={storyId} titleMaxLength={props.titleMaxLength} first={total === 0} />
        </div>
      )}
      {problem !== null && (
        <Notice
          kind="bad"
          urgent
          actions={<Button onClick={() => location.reload()}>{t('loadAgain')}</Button>}
        >
          {problem}
        </Notice>
      )}
      {episodes.length === 0 ? (
        <p className={css.none}>{t('noEpisodes')}</p>
      ) : (
        <OrderedRows
          items={episodes}
          before={before}
          total={total}
          newestFirst
          canMove={mayEdit}
          onMove={move}
        >
          {(episode, place, { tools }) => (
            <ListedEpisode
              episode={episode}
              storyId={storyId}
              language={props.language}
              number={total - before - place}
              mayPublish={props.mayPublish}
              tools={tools}
            />
          )}
        </OrderedRows>
      )}
      <AskDialog
        isAsked={asked !== null}
        heading={release('orderAsk')}
        yes={release('orderDo')}
        no={release('leaveIt')}
        onYes={() => asked && void put(asked.wish)}
        onNo={() => setAsked(null)}
      >
        {asked && <Consequences foretold={asked.foretold} />}
        <p>{release('draftsCount')}</p>
      </AskDialog>
      <Toast>{toast.text}</Toast>
    </>
  );
}
