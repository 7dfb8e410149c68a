/**
 * Title, thumbnail and reading direction of an episode. Saved automatically while unpublished (EPI-01, EPI-03…EPI-05,
 * EPI-33). Only the title is typed and can be refused, so there is no summary (islands/Summary.tsx).
 */

import { type FormEvent, type Ref, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { MessageKey } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { TextField } from '../../../pages/ui/Field.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import {
  type Direction,
  directionOf,
  storedDirection,
} from '../../../server/domains/reading/reader/rules.ts';
import { api } from '../../api.ts';
import { Conflict } from '../../autosave/Conflict.tsx';
import { SaveLine } from '../../autosave/SaveLine.tsx';
import { useAutosave } from '../../autosave/useAutosave.ts';
import { useAwake } from '../../useRefusal.ts';
import { DirectionField } from './DirectionField.tsx';
import css from './EpisodeDetails.module.css';
import type { ReleaseEpisode, ReleaseStory } from './release.ts';
import type { SourcePage } from './sourcePages.ts';
import { ThumbnailField } from './ThumbnailField.tsx';

export type EpisodeDetailsProps = {
  ref?: Ref<DetailsHandle>;
  story: ReleaseStory;
  episode: ReleaseEpisode;
  pages: readonly SourcePage[] | null;
  mayEdit: boolean;
  /** Right to reorder, in every state of the episode. */
  mayOrder: boolean;
  titleMaxLength: number;
  zone: string;
  change: <T>(work: (version: number) => Promise<T>) => Promise<T>;
  /** For the thumbnail, which its own buttons save. */
  onChange: (episode: ReleaseEpisode) => void;
  /** For data the form saved itself or found on the server. */
  onSaved: (episode: ReleaseEpisode) => void;
  refresh: () => Promise<unknown>;
};

/** Sends unsaved changes. Publishing calls it first. */
export type DetailsHandle = { settle: () => Promise<void> };

// Read mode and orientation are one choice.
const NAMES = ['title', 'direction'] as const;
type Values = { title: string; direction: Direction };

const valuesOf = (
  { title, read_mode: readMode, page_orientation: pageOrientation }: ReleaseEpisode,
  { format }: ReleaseStory,
): Values => ({ title, direction: directionOf(format, { readMode, pageOrientation }) });

/** The newest version if only pages changed, else the known one, which the server refuses as a conflict. */
async function versionToChange(known: ReleaseEpisode, story: ReleaseStory, version: number): Promise<number> {
  // There is no time to ask while the page closes. The typed text must not be lost.
  if (version === known.lock_version || document.visibilityState === 'hidden') return version;
  const { episode: newest } = await api('GET /creator/episodes/:id', { params: { id: known.id } });
  const [before, now] = [valuesOf(known, story), valuesOf(newest, story)];
  return NAMES.every((name) => before[name] === now[name]) ? newest.lock_version : known.lock_version;
}

const sentOf = ({ direction, ...part }: Partial<Values>) => {
  if (direction === undefined) return part;
  const { readMode, pageOrientation } = storedDirection(direction);
  return { ...part, read_mode: readMode, page_orientation: pageOrientation };
};

export function EpisodeDetails(props: EpisodeDetailsProps) {
  const { episode, story, mayEdit } = props;
  const t = useTranslations('console');
  const release = useTranslations('release');
  const autosave = useTranslations('autosave');
  const directions = useTranslations('directions');
  const notices = useTranslations('notices');
  const href = useHref();
  const awake = useAwake();
  const title = useRef<HTMLInputElement>(null);
  const params = { id: episode.id };
  // The version that the form's changes build on. Meanwhile the page list may load newer versions.
  const known = useRef(episode);
  const keep = (next: ReleaseEpisode) => {
    known.current = next;
    props.onSaved(next);
  };
  const saving = useAutosave<Values>(valuesOf(episode, story), {
    names: NAMES,
    async send(part) {
      const { episode: next } = await props.change(async (version) =>
        api('PATCH /creator/episodes/:id', {
          params,
          body: { ...sentOf(part), lock_version: await versionToChange(known.current, story, version) },
          keepalive: true,
        }),
      );
      keep(next);
    },
    async fetch() {
      await props.refresh();
      const { episode: newest } = await api('GET /creator/episodes/:id', { params });
      keep(newest);
      return valuesOf(newest, story);
    },
  });
  const { values, state, wrong, taken, change, flush, decide, retry } = saving;
  const settle = useEffectEvent(async () => {
    if (mayEdit) await saving.settle();
  });
  useImperativeHandle(props.ref, () => ({ settle: () => settle() }), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void retry();
  };
  const labelOf = (name: keyof Values) => (name === 'title' ? t('title') : directions('legend'));
  const show = (name: keyof Values, shown: Values) =>
    name === 'title' ? shown.title : directions(shown.direction satisfies MessageKey<'directions'>);

  return (
    <section aria-labelledby="details" className={css.details}>
      <div className={css.head}>
        <h2 className={css.heading} id="details">
          {t('details')}
        </h2>
        {mayEdit && awake && (
          <SaveLine state={state} zone={props.zone} saved={notices('episode_saved')} onRetry={retry} />
        )}
      </div>
      <ThumbnailField
        episode={episode}
        pages={props.pages}
        mayEdit={mayEdit}
        change={props.change}
        onChange={props.onChange}
      />
      <form
        className={css.fields}
        method="dialog"
        noValidate
        onSubmit={submit}
        onBlur={flush}
        aria-labelledby="details"
      >
        <Conflict
          what={`episode:${episode.id}`}
          names={NAMES}
          values={values}
          state={state}
          labelOf={labelOf}
          show={show}
          zone={props.zone}
          change={change}
          onDecide={(choice) => {
            decide(choice);
            title.current?.focus();
          }}
        />
        {taken.length > 0 && (
          <Notice>{autosave('theirsTaken', { fields: taken.map(labelOf).join(', ') })}</Notice>
        )}
        <fieldset className={css.fields} disabled={!mayEdit}>
          <TextField
            id="episode-title"
            label={t('title')}
            name="title"
            value={values.title}
            ref={title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            maxLength={props.titleMaxLength}
            required
            autoComplete="off"
            errors={wrong?.fields.title}
          />
          {props.pages !== null && (
            <DirectionField
              story={props.story}
              direction={values.direction}
              onChange={(direction) => change({ direction })}
            />
          )}
        </fieldset>
      </form>
      <p className={css.number}>
        {release('place', { number: episode.number })}{' '}
        {props.mayOrder && (
          <a href={href(address('/creator/stories/@id', { id: episode.story_id }, { hash: 'episodes' }))}>
            {release('changeOrder')}
          </a>
        )}
      </p>
    </section>
  );
}
