/** What an episode is called, shown by and read like; changed while it is not published (EPI-01, EPI-03…EPI-05, EPI-33). */
import { type FormEvent, type Ref, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { storedDirection } from '../../server/domains/reading/rules.ts';
import { api } from '../api.ts';
import { focusFirstWrong, useDeed } from '../useRefusal.ts';
import { DirectionField } from './DirectionField.tsx';
import css from './EpisodeDetails.module.css';
import { Refused } from './Refused.tsx';
import type { ReleaseEpisode, ReleaseStory } from './release.ts';
import type { SourcePage } from './sourcePages.ts';
import { ThumbnailField } from './ThumbnailField.tsx';

export type EpisodeDetailsProps = {
  ref?: Ref<DetailsHandle>;
  story: ReleaseStory;
  episode: ReleaseEpisode;
  /** Pages that a thumbnail can be taken from; null where an episode has chapters. */
  pages: readonly SourcePage[] | null;
  mayEdit: boolean;
  /** Places change in whatever state an episode is. */
  mayOrder: boolean;
  titleMost: number;
  change: <T>(work: (version: number) => Promise<T>) => Promise<T>;
  onChange: (episode: ReleaseEpisode) => void;
};

/** Sends what is not saved yet; whoever publishes asks for it first. */
export type DetailsHandle = { settle: () => Promise<void> };

type Values = Pick<ReleaseEpisode, 'title' | 'read_mode' | 'page_orientation'>;

const valuesOf = ({ title, read_mode, page_orientation }: ReleaseEpisode): Values => ({
  title,
  read_mode,
  page_orientation,
});
const isSame = (a: Values, b: Values): boolean =>
  a.title.trim() === b.title.trim() &&
  a.read_mode === b.read_mode &&
  a.page_orientation === b.page_orientation;

export function EpisodeDetails(props: EpisodeDetailsProps) {
  const { episode, mayEdit } = props;
  const t = useTranslations('console');
  const release = useTranslations('release');
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const [values, setValues] = useState(() => valuesOf(episode));
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));

  const send = async () => {
    const { episode: next } = await props.change((version) =>
      api('PATCH /creator/episodes/:id', {
        params: { id: episode.id },
        body: { ...values, lock_version: version },
      }),
    );
    setValues(valuesOf(next));
    props.onChange(next);
  };
  const settle = useEffectEvent(async () => {
    if (mayEdit && !isSame(values, valuesOf(episode))) await send();
  });
  useImperativeHandle(props.ref, () => ({ settle: () => settle() }), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await run(send))) focusFirstWrong(form.current);
  };

  return (
    <section aria-labelledby="details" className={css.details}>
      <h2 className={css.heading} id="details">
        {t('details')}
      </h2>
      <ThumbnailField
        episode={episode}
        pages={props.pages ?? []}
        mayEdit={mayEdit}
        change={props.change}
        onChange={props.onChange}
      />
      <form method="dialog" noValidate ref={form} onSubmit={submit} aria-labelledby="details">
        <fieldset className={css.fields} disabled={!mayEdit}>
          <TextField
            id="episode-title"
            label={t('title')}
            name="title"
            value={values.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
            maxLength={props.titleMost}
            required
            autoComplete="off"
            errors={refusal?.fields.title}
          />
          {props.pages !== null && (
            <DirectionField
              story={props.story}
              orientation={values.page_orientation}
              onChange={(direction) => {
                const { readMode, pageOrientation } = storedDirection(direction);
                set({ read_mode: readMode, page_orientation: pageOrientation });
              }}
            />
          )}
          {refusal && <Refused refusal={refusal} known={['title']} />}
          {mayEdit && (
            <span data-needs-js>
              <Button type="submit" busy={busy && t('saving')}>
                {t('save')}
              </Button>
            </span>
          )}
        </fieldset>
      </form>
      <p className={css.number}>
        {release('place', { number: episode.number })}{' '}
        {props.mayOrder && (
          <a href={href(`/creator/stories/${episode.story_id}#episodes`)}>{release('changeOrder')}</a>
        )}
      </p>
    </section>
  );
}
