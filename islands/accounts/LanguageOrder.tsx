/** A creator's languages, preferred first. Sorted by dragging or by buttons (PRO-22, PRO-23). */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { classes } from '../../pages/ui/classes.ts';
import { type Option, SelectField } from '../../pages/ui/Field.tsx';
import { Icon } from '../../pages/ui/Icon.tsx';
import { IconButton } from '../../pages/ui/IconButton.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { VisuallyHidden } from '../../pages/ui/VisuallyHidden.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { api } from '../api.ts';
import { createLatest } from '../latest.ts';
import { moved } from '../move.ts';
import { Sortable, useSortableItem } from '../sortable/Sortable.tsx';
import { useWording } from '../useRefusal.ts';
import css from './profile/LanguageOrder.module.css';

const CALL = 'PUT /creator/content_languages/preferred';

export type LanguageOrderProps = { languages: readonly string[]; offered: readonly Option[] };

export default function LanguageOrder({ languages: known, offered }: LanguageOrderProps) {
  const t = useTranslations('profile');
  const wording = useWording();
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<string | null>(null);
  const [languages, setLanguages] = useState<readonly string[]>(known);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [latest] = useState(() =>
    createLatest(async (order: readonly string[]) => {
      await api('PUT /creator/content_languages/preferred', { body: { languages: [...order] } });
    }),
  );

  const change = (next: readonly string[], words: string, control: string | null) => {
    focus.current = control;
    setLanguages(next);
    setSaid(words);
    setProblem(null);
    latest.push(next).catch((error: unknown) => setProblem(wording(error).message));
  };
  const move = (code: string, place: number, control: string | null) => {
    if (place < 0 || place >= languages.length) return;
    const next = moved(languages, languages.indexOf(code), place);
    const now = next.indexOf(code) + 1;
    change(next, t('nowAt', { name: nameOf(code), place: now, count: next.length }), control);
  };
  const nameOf = (code: string) => offered.find((each) => each.value === code)?.label ?? code;

  /** A moved row loses the focus. This returns the focus to the pressed button. */
  useEffect(() => {
    if (focus.current === null) return;
    const name = CSS.escape(focus.current);
    list.current?.parentElement?.querySelector<HTMLElement>(`[data-control="${name}"]`)?.focus();
    focus.current = null;
  });

  /** Each change has its own form, so that every button works without a script. */
  const way = (next: readonly string[], act: () => void, button: ReactNode) => (
    <ActionForm
      call={CALL}
      onSubmit={(event) => {
        event.preventDefault();
        act();
      }}
    >
      <Order languages={next} />
      {button}
    </ActionForm>
  );
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).getAll('languages').at(-1) ?? '');
    if (code === '' || languages.includes(code)) return;
    change([...languages, code], t('added', { name: nameOf(code) }), 'add');
  };

  const others = offered.filter(({ value }) => !languages.includes(value));
  return (
    <div className={css.languages}>
      {problem !== null && (
        <Notice kind="bad" urgent>
          {problem}
        </Notice>
      )}
      {languages.length === 0 && <p className={css.none}>{t('noLanguages')}</p>}
      <Sortable
        ids={languages}
        nameOf={nameOf}
        onMove={(code, place) => move(code, place, `grip-${code}`)}
        ghost={(code) => (
          <div className={css.ghost}>
            <Icon name="grip-vertical" />
            {nameOf(code)}
          </div>
        )}
      >
        {({ shown }) => (
          <ol className={css.list} ref={list}>
            {shown.map((code, place) => {
              const rest = languages.filter((each) => each !== code);
              const name = nameOf(code);
              const next = rest[place] ?? rest[place - 1];
              return (
                <Row key={code} code={code} place={place} name={name}>
                  {way(
                    moved(languages, place, place - 1),
                    () => move(code, place - 1, `up-${code}`),
                    <IconButton
                      type="submit"
                      icon="chevron-up"
                      label={t('up', { name })}
                      data-control={`up-${code}`}
                      aria-disabled={place === 0}
                    />,
                  )}
                  {way(
                    moved(languages, place, place + 1),
                    () => move(code, place + 1, `down-${code}`),
                    <IconButton
                      type="submit"
                      icon="chevron-down"
                      label={t('down', { name })}
                      data-control={`down-${code}`}
                      aria-disabled={place === shown.length - 1}
                    />,
                  )}
                  {way(
                    rest,
                    () => change(rest, t('removed', { name }), next ? `remove-${next}` : 'add'),
                    <IconButton
                      type="submit"
                      icon="x"
                      label={t('remove', { name })}
                      data-control={`remove-${code}`}
                    />,
                  )}
                </Row>
              );
            })}
          </ol>
        )}
      </Sortable>
      {others.length > 0 && languages.length < 20 && (
        <ActionForm className={css.add} call={CALL} onSubmit={add}>
          <Order languages={languages} isBegun />
          <SelectField
            key={languages.length}
            label={t('addLanguage')}
            name="languages"
            options={[{ value: '', label: t('choose') }, ...others]}
            required
          />
          <Button type="submit" icon="plus" data-control="add">
            {t('add')}
          </Button>
        </ActionForm>
      )}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </div>
  );
}

function Row({
  code,
  place,
  name,
  children,
}: {
  code: string;
  place: number;
  name: string;
  children: ReactNode;
}) {
  const t = useTranslations('sortable');
  const { ref, grip, isSlot } = useSortableItem(code, place);
  return (
    <li className={classes(css.row, isSlot && css.slot)} data-tile={code} ref={ref}>
      <button
        type="button"
        className={css.grip}
        data-grip=""
        data-control={`grip-${code}`}
        data-needs-js
        aria-label={t('grip', { name })}
        ref={grip}
      >
        <Icon name="grip-vertical" />
      </button>
      <span className={css.place}>{place + 1}</span>
      <span className={css.name}>{name}</span>
      {children}
    </li>
  );
}

/** The order as form fields. One empty field stands for an empty list, unless more fields follow. */
function Order({ languages, isBegun }: { languages: readonly string[]; isBegun?: boolean }) {
  const values = languages.length > 0 || isBegun ? languages : [''];
  return (
    <>
      {values.map((code) => (
        <input key={code} type="hidden" name="languages" value={code} />
      ))}
    </>
  );
}
