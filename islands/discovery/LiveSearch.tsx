/**
 * The search of the header (SRC-01…21). Its HTML is a form that leads to the results. On phones it opens as a sheet
 * without a script. With a script it shows the first matches (combobox with a listbox, ARIA Authoring Practices).
 */
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { resultsAddress, searchForm } from '../../pages/addresses.ts';
import { Icon } from '../../pages/ui/Icon.tsx';
import { IconButton } from '../../pages/ui/IconButton.tsx';
import { SEARCH_QUERY_MAX_LENGTH } from '../../server/domains/discovery/search/rules.ts';
import css from './LiveSearch.module.css';
import { optionId } from './search/Hits.tsx';
import { Panel } from './search/Panel.tsx';
import { useSearch } from './search/useSearch.ts';
import { useSheet } from './search/useSheet.ts';

export default function LiveSearch() {
  const t = useTranslations('liveSearch');
  const href = useHref();
  const id = useId();
  const search = useSearch();
  const { phrase, tab, isShown, hits, active, setActive, setOpen } = search;
  const field = useRef<HTMLInputElement>(null);
  const { root, sheet, openSheet, go } = useSheet(field, () => setOpen(false));
  const list = `${id}list`;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (search.isComposing()) return;
    if (phrase.trim() === '') field.current?.focus();
    else go(href(resultsAddress(phrase, tab)));
  };

  const clear = (): void => {
    search.write('');
    field.current?.focus();
  };

  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = hits[active];
    if (step !== undefined && hits.length > 0) {
      setOpen(true);
      // The field itself is position -1, before the first hit.
      const places = hits.length + 1;
      setActive(isShown ? ((active + 1 + step + places) % places) - 1 : -1);
    } else if (event.key === 'Enter' && isShown && chosen) go(href(chosen.to));
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Escape' && phrase !== '') clear();
    else return;
    event.preventDefault();
  };

  return (
    <search className={css.search} ref={root}>
      <IconButton
        icon="search"
        label={t('open')}
        className={css.opener}
        popoverTarget={`${id}sheet`}
        onClick={openSheet}
      />
      <div id={`${id}sheet`} popover="auto" data-over className={css.sheet} ref={sheet}>
        <form action={href(searchForm)} className={css.form} onSubmit={submit}>
          <IconButton
            icon="arrow-left"
            label={t('back')}
            className={css.back}
            popoverTarget={`${id}sheet`}
            popoverTargetAction="hide"
          />
          <Icon name="search" className={css.glass} />
          <input
            ref={field}
            className={css.field}
            type="search"
            name="q"
            aria-label={t('label')}
            placeholder={t('placeholder')}
            maxLength={SEARCH_QUERY_MAX_LENGTH}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? (hits.length > 0 ? list : `${id}panel`) : undefined}
            aria-activedescendant={isShown && active >= 0 ? optionId(list, active) : undefined}
            value={phrase}
            onChange={(event) => search.write(event.target.value)}
            onCompositionStart={() => search.compose(true, phrase)}
            onCompositionEnd={(event) => search.compose(false, event.currentTarget.value)}
            onFocus={() => setOpen(true)}
            onKeyDown={press}
          />
          {phrase !== '' && <IconButton icon="x" label={t('clear')} className={css.clear} onClick={clear} />}
          <button type="submit" className={css.go} aria-label={t('go')}>
            <Icon name="corner-down-left" className={css.enter} />
            <Icon name="search" className={css.lens} />
          </button>
        </form>
        {isShown && <Panel id={id} list={list} search={search} />}
      </div>
    </search>
  );
}
