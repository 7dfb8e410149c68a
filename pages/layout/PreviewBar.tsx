import { formatDate, formatTime } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFrame } from './context.ts';
import css from './PreviewBar.module.css';

export function PreviewBar() {
  const t = useTranslations('previewAs');
  const href = useHref();
  const locale = useLocale();
  const { preview } = useFrame();
  if (preview === null) return null;
  const { country, age, hasUnlocked, at, storyId } = preview;
  const ages = { under13: t('age.under13'), from13: t('age.from13'), from16: t('age.from16') };
  const wallet = hasUnlocked ? 'everything' : 'nothing';
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const [date = '', time = ''] = at.toISOString().slice(0, 16).split('T');
  const query = { country: country ?? '', age, wallet, date, time };
  return (
    <aside className={css.bar} aria-label={t('barLabel')}>
      <div className={css.text}>
        <p>
          <Icon name="eye" className={css.icon} />
          {t('bar', {
            country: country === null ? t('nowhere') : (names.of(country) ?? country),
            age: ages[age],
            wallet: t(`wallet.${wallet}`),
            date: formatDate(at),
            time: formatTime(at),
          })}
        </p>
        {preview.isAboveAge && <p>{t('aboveAge')}</p>}
      </div>
      <p className={css.ways}>
        <a href={href(address('/creator/stories/@id/preview', { id: storyId }, { query }))}>{t('change')}</a>
        <a href={href(address('/creator/stories/@id', { id: storyId }))}>{t('close')}</a>
      </p>
    </aside>
  );
}
