import EpubReading from '#islands/publishing/EpubReading.tsx';
import EpubUpload from '#islands/publishing/EpubUpload.tsx';
import { OriginalLink } from '#islands/publishing/novel/OriginalLink.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { LinkButton } from '#pages/ui/Button.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import { Stack } from '#pages/ui/Stack.tsx';
import type { Data } from './+data.ts';
import { Found } from './Found.tsx';
import css from './Page.module.css';
import { ReadAgain } from './ReadAgain.tsx';
import { Refused } from './Refused.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('epub');
  const console_ = useTranslations('console');
  const href = useHref();
  const place = { id: data.novel.id, episodeId: data.episode.id };
  const editor = address('/creator/stories/@id/episodes/@episodeId', place);
  const { epub } = data;
  const state = epub?.state;
  const mayReadAgain = data.mayEdit && epub?.refusal?.reason === 'failed';
  const title =
    state === 'reading' || state === 'found' || state === 'refused' ? t(`title.${state}`) : t('title.none');
  return (
    <>
      <Breadcrumbs
        label={console_('way')}
        items={[
          { label: data.novel.title, href: href(address('/creator/stories/@id', { id: place.id })) },
          { label: console_('episodeNumber', { number: data.episode.number }), href: href(editor) },
        ]}
      />
      <PageHead title={title} />
      {epub?.state === 'reading' ? (
        <div className={css.column}>
          <Island
            name="EpubReading"
            component={EpubReading}
            props={{ storyId: place.id, episodeId: place.episodeId, epub, mayStop: data.mayEdit }}
          />
        </div>
      ) : epub?.findings && epub.state === 'found' ? (
        <Found data={data} epub={epub} findings={epub.findings} editor={editor} />
      ) : (
        <Stack gap={5} className={css.column}>
          {epub?.refusal && <Refused data={data} epub={epub} refusal={epub.refusal} />}
          {epub === null && <p className={css.lead}>{t('lead')}</p>}
          <div className={css.line}>
            {mayReadAgain && <ReadAgain data={data} mediaId={epub.id} />}
            {data.mayEdit ? (
              <Island
                name="EpubUpload"
                component={EpubUpload}
                props={{
                  storyId: place.id,
                  episodeId: place.episodeId,
                  lockVersion: data.lockVersion,
                  isAnother: epub !== null,
                  isNext: !mayReadAgain,
                }}
              />
            ) : (
              <Notice>{t('fixed')}</Notice>
            )}
            <LinkButton kind="quiet" big href={href(editor)}>
              {epub === null ? t('back') : t('writeHere')}
            </LinkButton>
          </div>
          <p className={css.fine}>{t('limits')}</p>
          {data.original !== null && (
            <p>
              <OriginalLink episodeId={place.episodeId} original={data.original} />
            </p>
          )}
        </Stack>
      )}
    </>
  );
}
