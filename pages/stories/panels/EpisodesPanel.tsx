import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { ReaderPage } from '../../../server/domains/reading/queries-reader.ts';
import { address } from '../../addresses.ts';
import { useFrame } from '../../layout/context.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { EpisodeRow, EpisodeState } from '../../ui/EpisodeRow.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useEpisodeFacts } from '../@slug/@number/facts.ts';
import { placeInList } from '../@slug/address.ts';
import { useStoryHref } from '../preview.ts';
import css from './EpisodesPanel.module.css';
import { Panel } from './Panel.tsx';
import { SaveTool } from './SaveTool.tsx';

type Ends = { first: number; last: number };

/** The episodes around the present one (RDR-02); the whole list is one press away. What is read the browser marks itself. */
export function EpisodesPanel({
  reading,
  ends,
  canSave,
}: {
  reading: ReaderPage;
  ends: Ends | null;
  canSave: boolean;
}) {
  const t = useTranslations('reader');
  const tools = useTranslations('readerTools');
  const story = useTranslations('story');
  const href = useStoryHref();
  const facts = useEpisodeFacts(reading);
  const { storySlug: slug, around, number, isNovel } = reading;
  const open = { page: '{page}', pages: '{pages}' };
  return (
    <Panel name="episodes" heading={t('episodes')}>
      {canSave && <SaveTool reading={reading} />}
      {ends && ends.last > ends.first && <Jump reading={reading} ends={ends} />}
      <div
        data-marks
        data-read={tools('read')}
        data-place={isNovel ? t('chapterPlace', open) : t('place', open)}
      >
        <template data-unlocked>
          <EpisodeState kind="unlocked" label={story('states.unlocked')} />
        </template>
        <Rows ordered>
          {around.map((episode) => {
            const isHere = episode.number === number;
            return (
              <EpisodeRow
                key={episode.id}
                href={href(address('/stories/@slug/@number', { slug, number: episode.number }))}
                number={episode.number}
                title={episode.title}
                thumbnail={episode.thumbnail}
                facts={facts.of(episode)}
                marked={{ items: isNovel ? episode.chaptersCount : episode.pagesCount }}
                fresh={episode.fresh && !isHere ? story('fresh') : undefined}
                state={
                  isHere
                    ? {
                        kind: 'continue',
                        label: tools('hereShort'),
                        place: facts.of(episode)[0] ?? '',
                        percent: 0,
                      }
                    : facts.stateOf(episode)
                }
                language={reading.storyLanguage}
              />
            );
          })}
        </Rows>
      </div>
      <p className={css.all}>
        <LinkButton wide href={href(placeInList(slug, number))}>
          {t('allEpisodes')}
        </LinkButton>
      </p>
    </Panel>
  );
}

/** A number leads to its episode, or to the nearest; the server redirects, so that it needs no script. */
function Jump({ reading: { storySlug: slug, number }, ends }: { reading: ReaderPage; ends: Ends }) {
  const t = useTranslations('story');
  const href = useHref();
  const { preview } = useFrame();
  return (
    <form className={css.jump} action={href(address('/stories/@slug/@number', { slug, number }))}>
      {preview && <input type="hidden" name="preview" value={preview.token} />}
      <TextField
        label={t('goTo', ends)}
        hideLabel
        name="episode"
        type="number"
        inputMode="numeric"
        min={ends.first}
        max={ends.last}
        required
        placeholder={t('goToHint', ends)}
      />
      <Button type="submit">{t('go')}</Button>
    </form>
  );
}
