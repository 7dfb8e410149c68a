import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { localizedPath } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Stroke } from '../ui/Seal.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import css from './GoOn.module.css';

/** Continue reading: one row on phones, three on wide screens. Empty in the shared page and hidden without entries. */
export function GoOn() {
  const t = useTranslations('landing');
  const href = useHref();
  const locale = useLocale();
  // The browser fills these placeholders.
  const [number, item, items] = ['{number}', '{item}', '{items}'];
  return (
    <div className={css.box}>
      <PlainIsland
        name="goOn"
        wake="reader"
        facts={{
          base: localizedPath(locale, '/').replace(/\/$/, ''),
          page: t('goOnPage', { number, item, items }),
          chapter: t('goOnChapter', { number, item, items }),
          begin: t('goOnBegin', { number }),
        }}
      >
        <Wrap>
          <h2 className={css.heading}>{t('goOn')}</h2>
          <ul className={css.list} aria-label={t('goOn')} />
          <p className={css.none} hidden>
            {t('goOnNone')}
          </p>
          <template>
            <li className={css.item}>
              <a className={css.row} href={href('/')}>
                <img className={css.cover} data-part="cover" alt="" width="56" height="56" decoding="async" />
                <span className={css.nothing} data-part="none">
                  <Stroke className={css.stroke} />
                </span>
                <span className={css.text}>
                  <b className={css.title} data-part="title" />
                  <span className={css.place} data-part="place" />
                  <span className={css.bar} aria-hidden="true">
                    <i className={css.done} data-part="done" />
                  </span>
                </span>
                <Icon name="play" />
              </a>
            </li>
          </template>
        </Wrap>
      </PlainIsland>
    </div>
  );
}
