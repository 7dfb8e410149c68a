import { ActionForm } from '#islands/ActionForm.tsx';
import { formatDate } from '#locales/index.ts';
import { useHref, useLocale, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { languageName } from '#pages/creator/languages.ts';
import { Button } from '#pages/ui/Button.tsx';
import { Choice } from '#pages/ui/Choice.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { SelectField, TextField } from '#pages/ui/Field.tsx';
import { FieldScope } from '#pages/ui/FieldScope.tsx';
import { Group } from '#pages/ui/Group.tsx';
import { HouseAd } from '#pages/ui/HouseAd.tsx';
import { Seen } from '#pages/ui/Seen.tsx';
import type { ListedAd } from '#server/domains/income/house-ads/queries.ts';
import {
  AD_DAILY_MAX,
  AD_LINK_MAX_LENGTH,
  AD_LOOKS,
  AD_SENTENCE_MAX_LENGTH,
  AD_SUBSCRIPTIONS_MAX,
  AD_TARGETS,
  AD_TEXT_MAX_LENGTH,
  AD_TITLE_MAX_LENGTH,
  AD_WEIGHT_MAX,
} from '#server/domains/income/interstitials/rules.ts';
import { GENRES } from '#server/domains/publishing/stories/rules.ts';
import { LOCALES } from '#server/lib/locale.ts';
import type { Data } from './+data.ts';
import { nameOf } from './labels.ts';
import css from './Page.module.css';

export const FORM_ANCHOR = 'ad-form';

export function AdForm({ ad, data }: { ad: ListedAd | null; data: Data }) {
  const t = useTranslations('houseAds');
  const { page } = data;
  const query = { ...(ad === null ? { new: 1 } : { ad: ad.id }), page: page === 1 ? null : page };
  const here = address('/admin/ads', {}, { query });
  return (
    <section className={css.part} aria-labelledby={FORM_ANCHOR}>
      <div>
        <h2 id={FORM_ANCHOR}>{ad === null ? t('newTitle') : <bdi>{nameOf(ad)}</bdi>}</h2>
        <FieldScope>
          {ad === null ? (
            <ActionForm call="POST /admin/ads" page={here} className={css.form}>
              <Fields ad={null} data={data} />
            </ActionForm>
          ) : (
            <ActionForm call="PATCH /admin/ads/:id" params={{ id: ad.id }} page={here} className={css.form}>
              <Seen version={ad.version} />
              <Fields ad={ad} data={data} />
            </ActionForm>
          )}
        </FieldScope>
        {ad !== null && ad.state !== 'ended' && <Pause ad={ad} here={here} />}
        {ad !== null && (
          <Disclosure summary={t('deleteAsk')}>
            <ActionForm call="DELETE /admin/ads/:id" params={{ id: ad.id }} className={css.gone}>
              <Button type="submit" kind="danger">
                {t('delete')}
              </Button>
              <span className={css.small}>{t('deleteHint')}</span>
            </ActionForm>
          </Disclosure>
        )}
      </div>
      {ad !== null && <Preview ad={ad} />}
    </section>
  );
}

function Pause({ ad: { id, paused }, here }: { ad: ListedAd; here: Address }) {
  const t = useTranslations('houseAds');
  return (
    <ActionForm call="PATCH /admin/ads/:id" params={{ id }} page={here} className={css.gone}>
      <input type="hidden" name="paused" value={String(!paused)} />
      <Button type="submit">{paused ? t('goOn') : t('pause')}</Button>
      <span className={css.small}>{t('pauseHint')}</span>
    </ActionForm>
  );
}

function Fields({ ad, data }: { ad: ListedAd | null; data: Data }) {
  const t = useTranslations('houseAds');
  return (
    <>
      <Texts ad={ad} />
      <Run ad={ad} data={data} />
      <Meant ad={ad} />
      <div className={css.actions}>
        <Button type="submit" kind="ink">
          {t('save')}
        </Button>
        <Note ad={ad} />
      </div>
    </>
  );
}

function Texts({ ad }: { ad: ListedAd | null }) {
  const t = useTranslations('houseAds');
  const locale = useLocale();
  return (
    <>
      {LOCALES.map((language) => (
        <Group key={language} legend={t('textsIn', { language: languageName(language, locale) })}>
          <div className={css.pair}>
            <TextField
              label={t('titleField')}
              name={`title_${language}`}
              defaultValue={ad?.texts[language]?.title ?? ''}
              maxLength={
                ad?.look === 'sentence' || ad === null ? AD_SENTENCE_MAX_LENGTH : AD_TITLE_MAX_LENGTH
              }
              lang={language}
              dir="auto"
            />
            <TextField
              label={t('textField')}
              name={`text_${language}`}
              defaultValue={ad?.texts[language]?.text ?? ''}
              maxLength={AD_TEXT_MAX_LENGTH}
              lang={language}
              dir="auto"
            />
          </div>
        </Group>
      ))}
      <p className={css.small}>{t('textsHint')}</p>
      <TextField
        label={t('leadsTo')}
        hint={t('leadsToHint')}
        name="link"
        defaultValue={ad?.link ?? ''}
        maxLength={AD_LINK_MAX_LENGTH}
        required
        inputMode="url"
        autoComplete="off"
      />
      <SelectField
        label={t('look')}
        hint={t('lookHint')}
        name="look"
        defaultValue={ad?.look ?? 'seal'}
        options={AD_LOOKS.map((value) => ({ value, label: t(`looks.${value}`) }))}
      />
    </>
  );
}

function Run({ ad, data: { weights } }: { ad: ListedAd | null; data: Data }) {
  const t = useTranslations('houseAds');
  const others = weights - (ad?.state === 'running' ? ad.weight : 0);
  const share = ad === null ? null : Math.round((100 * ad.weight) / (others + ad.weight));
  return (
    <>
      <div className={css.pair}>
        <TextField
          label={t('starts')}
          hint={t('startsHint')}
          name="starts_on"
          type="date"
          defaultValue={ad?.starts_on ?? ''}
        />
        <TextField
          label={t('ends')}
          hint={t('endsHint')}
          name="ends_on"
          type="date"
          defaultValue={ad?.ends_on ?? ''}
        />
      </div>
      <div className={css.pair}>
        <TextField
          label={t('weight')}
          hint={share === null ? t('weightNewHint') : t('weightHint', { share })}
          name="weight"
          type="number"
          min={1}
          max={AD_WEIGHT_MAX}
          required
          defaultValue={ad?.weight ?? 10}
        />
        <TextField
          label={t('atMost')}
          hint={t('atMostHint')}
          name="daily_max_count"
          type="number"
          min={1}
          max={AD_DAILY_MAX}
          defaultValue={ad?.daily_max_count ?? ''}
        />
      </div>
    </>
  );
}

function Meant({ ad }: { ad: ListedAd | null }) {
  const t = useTranslations('houseAds');
  const names = useTranslations('genres');
  return (
    <>
      <SelectField
        label={t('target')}
        name="target"
        defaultValue={ad?.target ?? 'all'}
        options={AD_TARGETS.map((value) => ({ value, label: t(`targets.${value}`) }))}
      />
      <TextField
        label={t('below')}
        hint={t('belowHint')}
        name="subscriptions_below"
        type="number"
        min={1}
        max={AD_SUBSCRIPTIONS_MAX}
        defaultValue={ad?.subscriptions_below ?? ''}
      />
      <Disclosure summary={t('targets.genres')} open={ad?.target === 'genres'}>
        <Group legend={t('genres')} hint={t('genresHint')} name="genres">
          <div className={css.choices}>
            {GENRES.map((genre) => (
              <Choice
                key={genre}
                type="checkbox"
                name="genres"
                value={genre}
                defaultChecked={ad?.genres.includes(genre)}
              >
                {names(genre)}
              </Choice>
            ))}
          </div>
        </Group>
      </Disclosure>
    </>
  );
}

function Note({ ad }: { ad: ListedAd | null }) {
  const t = useTranslations('houseAds');
  if (ad?.story?.open === false) return <span className={css.small}>{t('notOpen')}</span>;
  if (ad?.state === 'coming' && ad.starts_on)
    return <span className={css.small}>{t('notBefore', { day: formatDate(ad.starts_on) })}</span>;
  if (ad?.state !== 'ended' || !ad.ends_on) return null;
  return <span className={css.small}>{t('notAfter', { day: formatDate(ad.ends_on) })}</span>;
}

function Preview({ ad }: { ad: ListedAd }) {
  const t = useTranslations('houseAds');
  const locale = useLocale();
  const href = useHref();
  const isOurs = ad.link.startsWith('/');
  return (
    <aside className={css.preview} aria-label={t('preview')}>
      <h3>{t('preview')}</h3>
      {ad.languages.map((language) => {
        const words = ad.texts[language];
        return (
          words && (
            <figure key={language}>
              <div className={css.box} lang={language}>
                <HouseAd
                  look={ad.look}
                  {...words}
                  story={ad.story}
                  href={isOurs ? href(ad.link as Address) : ad.link}
                  isElsewhere={!isOurs}
                />
              </div>
              <figcaption className={css.small}>{languageName(language, locale)}</figcaption>
            </figure>
          )
        );
      })}
    </aside>
  );
}
