/** One episode in its story's list. The browser reads the data back from this HTML, so it is sent once. */

import type { ReactNode } from 'react';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { coverFacts } from '../../../pages/ui/coverFacts.ts';
import { EpisodeRow } from '../../../pages/ui/EpisodeRow.tsx';
import { markedStates, StateMark, type StateWords } from '../../../pages/ui/StateMark.tsx';
import type { Api } from '../../../server/api.ts';
import type { ReplyOf } from '../../../server/lib/contract.ts';
import css from './ListedEpisode.module.css';

type Episode = ReplyOf<Api['GET /creator/episodes/:id']>['episode'];

export type Listed = Pick<Episode, 'id' | 'title' | 'status' | 'thumbnail_url'> & {
  /** "18 pages". Empty for a novel. */
  content: string;
  moment: string;
};

export type ListedEpisodeProps = {
  episode: Listed;
  storyId: string;
  language: string;
  number: number;
  mayPublish: boolean;
  tools: ReactNode;
};

export const isChoosable = ({ status }: Pick<Listed, 'status'>): boolean =>
  status === 'in_progress' || status === 'scheduled';

export function ListedEpisode({ episode, storyId, language, number, mayPublish, tools }: ListedEpisodeProps) {
  const href = useHref();
  const t = useTranslations('console.states');
  const names = useTranslations('console');
  const words: StateWords = {
    in_progress: t('in_progress'),
    scheduled: t('scheduled'),
    published: t('published'),
    blocked: t('blocked'),
  };
  const { id, title, status, thumbnail_url: url, content, moment } = episode;
  return (
    <EpisodeRow
      href={href(address('/creator/stories/@id/episodes/@episodeId', { id: storyId, episodeId: id }))}
      id={`episode-${number}`}
      number={number}
      title={title}
      language={language}
      thumbnail={coverFacts(url, 200)}
      facts={
        content === ''
          ? []
          : [
              <span key="content" data-content>
                {content}
              </span>,
            ]
      }
      end={
        <>
          <span className={css.state} data-status={status}>
            <StateMark state={status} words={words} />
            {moment !== '' && (
              <span className={css.moment} data-moment>
                {moment}
              </span>
            )}
          </span>
          {tools}
          {mayPublish && (
            <span className={css.choose}>
              {isChoosable(episode) && (
                <input
                  type="checkbox"
                  name="episode_ids"
                  value={id}
                  form="together"
                  aria-label={names('chooseEpisode', { title })}
                />
              )}
            </span>
          )}
        </>
      }
    />
  );
}

export const listedOnPage = (): Listed[] =>
  [...document.querySelectorAll<HTMLElement>('[data-tile]')].map((row) => {
    const textOf = (part: string): string => row.querySelector(part)?.textContent ?? '';
    const status = row.querySelector<HTMLElement>('[data-status]')?.dataset.status;
    return {
      id: row.dataset.tile ?? '',
      title: textOf('a [dir]'),
      status: markedStates.find((known) => known === status) ?? 'in_progress',
      thumbnail_url: row.querySelector('img')?.getAttribute('src') ?? null,
      content: textOf('[data-content]'),
      moment: textOf('[data-moment]'),
    };
  });
