/** One note in a list: text, author, place and actions. Works with forms alone. */
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { classes } from '#pages/ui/classes.ts';
import { Icon } from '#pages/ui/Icon.tsx';
import { Menu, MenuButton, MenuLine, MenuLink } from '#pages/ui/Menu.tsx';
import { ActionForm } from '../../../ActionForm.tsx';
import css from './ShortNotes.module.css';
import type { Desk, Note, NoteAction } from './types.ts';
import { wherePart } from './where.ts';

export type RowProps = {
  note: Note;
  number: number;
  moderates: boolean;
  statesReasons: boolean;
  page: Address;
  here: string;
  /** Not null for the note that the reader asked for. Another object scrolls to it again. */
  shown?: { id: string } | null;
  /** Acts without leaving the page. Without it, the form is sent. */
  onAction?: (deed: Parameters<Desk['act']>[0]) => void;
};

const CALLS = {
  remove: 'DELETE /tsukkomi_comments/:id',
  hide: 'POST /tsukkomi_comments/:id/hide',
  show: 'POST /tsukkomi_comments/:id/show',
  mute: 'PUT /users/:id/mute',
  block: 'PUT /users/:id/block',
} as const;
const ICONS = { remove: 'trash-2', hide: 'eye-off', show: 'eye', mute: 'volume-x', block: 'ban' } as const;

function actionsFor({ own, hidden }: Note, { moderates, statesReasons }: RowProps): NoteAction[] {
  const actions: NoteAction[] = [];
  if (moderates && (hidden || !statesReasons)) actions.push(hidden ? 'show' : 'hide');
  if (own) actions.push('remove');
  else actions.push('mute', 'block');
  return actions;
}

export function Row(props: RowProps) {
  const { note, number, statesReasons, page, here, shown, onAction } = props;
  const t = useTranslations('tsukkomi');
  const href = useHref();
  const ids = useId();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (shown) line.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const { id, author, own, hidden, body } = note;
  const name = author.display_name;
  const actions = actionsFor(note, props);
  const idFor = (deed: NoteAction) => (deed === 'mute' || deed === 'block' ? author.id : id);
  const submit = (deed: NoteAction) => (event: FormEvent<HTMLFormElement>) => {
    if (!onAction) return;
    event.preventDefault();
    event.currentTarget.closest('li')?.querySelector('details[open]')?.removeAttribute('open');
    onAction({ deed, note, call: CALLS[deed].replace(':id', idFor(deed)) });
  };
  const where = note.x === null || note.y === null ? null : wherePart(note.x, note.y);
  return (
    <li
      ref={line}
      className={classes(css.row, own && css.own, hidden && css.hidden)}
      id={`note-${id}`}
      data-shown={shown ? '' : undefined}
    >
      <span className={css.number} aria-hidden="true">
        {number}
      </span>
      <div className={css.words}>
        <b dir="auto">{body}</b>
        <span>
          <bdi>{own ? t('you') : name}</bdi>
          {where && ` · ${t(`places.${where}`)}`}
          {hidden && ` · ${t('hidden')}`}
        </span>
      </div>
      <div>
        <div className={css.actions}>
          {actions.map((deed) => (
            <ActionForm
              key={deed}
              id={`${ids}${deed}`}
              call={CALLS[deed]}
              params={{ id: idFor(deed) }}
              back={here}
              page={page}
              onSubmit={submit(deed)}
            />
          ))}
        </div>
        <Menu trigger={<Icon name="ellipsis" />} label={t('more', { number })} name="note-menu">
          {!own && (
            <MenuLink
              icon="flag"
              href={href(
                address('/report', {}, { query: { subject_type: 'tsukkomi', subject_id: id, back: here } }),
              )}
              rel="nofollow"
            >
              {t('report')}
            </MenuLink>
          )}
          {statesReasons && (
            <MenuLink
              icon="eye-off"
              href={href(address('/admin/contents/@type/@id', { type: 'tsukkomi', id }))}
            >
              {t('hideWithReasons')}
            </MenuLink>
          )}
          {!own && <MenuLine />}
          {actions.map((deed) => (
            <MenuButton key={deed} type="submit" form={`${ids}${deed}`} icon={ICONS[deed]}>
              {t(`actions.${deed}`, { name })}
            </MenuButton>
          ))}
        </Menu>
      </div>
    </li>
  );
}
