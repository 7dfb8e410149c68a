/** Panel under the field: four tabs (SRC-02…06: comics, novel, indie, creators), matches and a link to all. */
import { type KeyboardEvent, useEffect } from 'react';
import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { resultsAddress } from '../../../pages/addresses.ts';
import { Button } from '../../../pages/ui/Button.tsx';
import { Icon } from '../../../pages/ui/Icon.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { Stroke } from '../../../pages/ui/Seal.tsx';
import { Spinner } from '../../../pages/ui/Spinner.tsx';
import { VisuallyHidden } from '../../../pages/ui/VisuallyHidden.tsx';
import { FOUND_MAX_COUNT, RESOURCES } from '../../../server/domains/discovery/search/rules.ts';
import { isCutOff } from '../../api.ts';
import { useWording } from '../../useRefusal.ts';
import type { Found } from './find.ts';
import { Hits } from './Hits.tsx';
import css from './Panel.module.css';
import type { Search } from './useSearch.ts';

export function Panel({ id, list, search }: { id: string; list: string; search: Search }) {
  const t = useTranslations('liveSearch');
  const { tab, asked, found, phrase } = search;
  const tabId = (of: string): string => `${id}tab-${of}`;
  const turn = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = RESOURCES.at((RESOURCES.indexOf(tab) + step) % RESOURCES.length) ?? tab;
    search.turnTo(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div className={css.panel}>
      <div className={css.head}>
        <div role="tablist" aria-label={t('tabs')} className={css.tabs} onKeyDown={turn}>
          {RESOURCES.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={tabId(each)}
              aria-selected={each === tab}
              aria-controls={`${id}panel`}
              tabIndex={each === tab ? 0 : -1}
              onClick={() => search.turnTo(each)}
            >
              {t(`resources.${each}`)}
            </button>
          ))}
        </div>
        {asked.kind === 'waiting' && found && <Spinner label={t('searching', { phrase: phrase.trim() })} />}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={tabId(tab)} className={css.body}>
        {asked.kind === 'failed' && <Failure error={asked.error} again={search.again} />}
        {asked.kind === 'waiting' && !found && (
          <div className={css.wait}>
            <Spinner label={t('searching', { phrase: phrase.trim() })} shown />
          </div>
        )}
        {found && found.hits.length > 0 && <Hits id={list} found={found} active={search.active} />}
        {found && found.hits.length > 0 && <More found={found} />}
        {found?.hits.length === 0 && <Nothing found={found} search={search} />}
      </div>
      <VisuallyHidden>
        <span role="status">{asked.kind === 'answered' && t('count', { count: asked.answer.total })}</span>
      </VisuallyHidden>
    </div>
  );
}

/** SRC-09, SRC-10 */
function More({ found: { phrase, tab, total } }: { found: Found }) {
  const t = useTranslations('liveSearch');
  const href = useHref();
  const number = formatNumber(total) + (total >= FOUND_MAX_COUNT ? '+' : '');
  return (
    <a className={css.more} href={href(resultsAddress(phrase, tab))}>
      <span>{t('more', { count: total, number, phrase })}</span>
      <Icon name="arrow-right" />
    </a>
  );
}

/** ERR-43, ERR-44: suggests another tab when this one has no results. */
function Nothing({ found: { tab, elsewhere }, search }: { found: Found; search: Search }) {
  const t = useTranslations('liveSearch');
  return (
    <div className={css.nothing}>
      <Stroke className={css.stroke} />
      <p className={css.heading}>{t(tab === 'creators' ? 'noCreators' : 'noStories')}</p>
      {elsewhere === null ? (
        <p>{t('noneAnywhere')}</p>
      ) : (
        <Button onClick={() => search.turnTo(elsewhere.tab)}>
          {t('elsewhere', { ...elsewhere, number: formatNumber(elsewhere.count) })}
        </Button>
      )}
    </div>
  );
}

/** Retries by itself when the connection is back. A button retries after other errors. */
function Failure({ error, again }: { error: unknown; again: () => void }) {
  const t = useTranslations('liveSearch');
  useEffect(() => {
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [again]);
  const wording = useWording();
  const isCut = isCutOff(error);
  return (
    <div className={css.failure}>
      <Notice kind="warn" icon={isCut ? 'cloud-off' : undefined} urgent>
        {!isCut ? (
          wording(error).message
        ) : (
          <>
            <b>{t('noLine')}</b>
            <br />
            {t('noLineHint')}
          </>
        )}
      </Notice>
      <Button onClick={again}>{t('again')}</Button>
    </div>
  );
}
