import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Icon, type IconName } from '../../../pages/ui/Icon.tsx';
import { IconButton } from '../../../pages/ui/IconButton.tsx';
import { VisuallyHidden } from '../../../pages/ui/VisuallyHidden.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { api } from '../../api.ts';
import { tellUnread } from '../unread.ts';
import css from './News.module.css';
import type { News } from './news.ts';
import { closeOnDevice } from './useReadElsewhere.ts';
import { useShownFor } from './useShownFor.ts';

/** Display time of the undo button. Longer while it has the focus or the pointer. */
const UNDO_SHOWN_MS = 8000;

const SIGNS: Partial<Record<News['kind'], IconName>> = {
  called_off: 'calendar-days',
  report_decided: 'shield',
  blocked: 'ban',
  unblocked: 'circle-check',
  appeal_decided: 'scroll-text',
  right_changed: 'shield',
  factor_reset: 'lock-open',
  payout: 'coins',
  revenue_credited: 'coins',
  coins_returned: 'undo-2',
  team_invited: 'users',
  team_joined: 'users',
  team_role: 'users',
  team_removed: 'users',
};

type RowProps = {
  row: News;
  here: string;
  refuse(error: unknown): void;
  /** Shows the server's message about an action (ERR-63). */
  say(message: string): void;
};

type State = 'there' | 'gone' | 'over';

/** Without a script, the next page shows the removed row with its undo button. */
const withRemoved = (here: string, id: string): string =>
  `${here}${here.includes('?') ? '&' : '?'}removed=${id}`;

const isByKeyboard = (): boolean => document.activeElement?.matches(':focus-visible') ?? false;

export function NewsRow({ row, here, refuse, say }: RowProps) {
  const [state, setState] = useState<State>(row.gone ? 'gone' : 'there');
  // Keyboard users get the focus on the button that replaces the pressed one.
  const [moves, setMoves] = useState(false);
  const earlier = useRef<Promise<unknown>>(Promise.resolve());
  const change = async (event: FormEvent, next: State): Promise<void> => {
    event.preventDefault();
    const before = state;
    setMoves(isByKeyboard());
    setState(next);
    refuse(null);
    // The user may undo before the removal finishes. The server gets both calls in order.
    const asked = earlier.current.then(() =>
      next === 'gone'
        ? api('DELETE /user/notifications/:id', { params: { id: row.id } })
        : api('POST /user/notifications/restore', { body: { ids: [row.id] } }),
    );
    earlier.current = asked.catch(() => undefined);
    try {
      const { unread_count, message } = await asked;
      tellUnread(unread_count);
      say(message);
      if (next === 'gone') closeOnDevice([row.id]);
    } catch (error) {
      setState(before);
      refuse(error);
    }
  };
  if (state === 'over') return null;
  return state === 'gone' ? (
    <Gone
      row={row}
      here={here}
      takesFocus={moves}
      onUndo={(event) => void change(event, 'there')}
      onOver={() => setState('over')}
    />
  ) : (
    <There row={row} here={here} takesFocus={moves} onRemove={(event) => void change(event, 'gone')} />
  );
}

/** The second click of a double click would hit the button that replaced the first and undo the action. */
function refuseSecond(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

function useFocus(takesFocus: boolean) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (takesFocus) place.current?.querySelector<HTMLElement>('[data-deed]')?.focus();
  }, [takesFocus]);
  return place;
}

type GoneProps = {
  row: News;
  here: string;
  takesFocus: boolean;
  onUndo(event: FormEvent): void;
  onOver(): void;
};

function Gone({ row: { id, text }, here, takesFocus, onUndo, onOver }: GoneProps) {
  const t = useTranslations('notifications');
  const place = useFocus(takesFocus);
  const held = useShownFor(UNDO_SHOWN_MS, onOver);
  return (
    <li ref={place} className={css.gone} {...held}>
      <span className={css.said} role="status" dir="auto">
        {t('removed', { text })}
      </span>
      <ActionForm call="POST /user/notifications/restore" back={here} page="/notifications" onSubmit={onUndo}>
        <input type="hidden" name="ids" value={id} />
        <Button type="submit" data-deed="" onClick={refuseSecond}>
          {t('undo')}
        </Button>
      </ActionForm>
    </li>
  );
}

type ThereProps = { row: News; here: string; takesFocus: boolean; onRemove(event: FormEvent): void };

function There({ row, here, takesFocus, onRemove }: ThereProps) {
  const t = useTranslations('notifications');
  const told = useTranslations('told');
  const place = useFocus(takesFocus);
  const { id, kind, words, read, text, quote, releases } = row;
  const values = { ...words, b: (chunks: ReactNode) => <b>{chunks}</b> };
  return (
    <li ref={place} className={classes(css.row, !read && css.fresh)}>
      <Sign row={row} />
      <div className={css.what}>
        <p className={css.text} dir="auto">
          {!read && <VisuallyHidden>{t('isUnread')}. </VisuallyHidden>}
          <a href={row.href}>{told.rich(kind satisfies MessageKey<'told'>, values as never)}</a>
        </p>
        <p className={css.when}>
          <time dateTime={row.at}>{row.when}</time>
          {row.invitation && <span>{t('until', { date: row.invitation.until })}</span>}
          {read && <span>{t('wasRead')}</span>}
        </p>
        {quote !== '' && <blockquote dir="auto">{quote}</blockquote>}
        {releases.length > 0 && (
          <ul className={css.releases}>
            {releases.map((release) => (
              <li key={release.number}>
                <a href={release.url}>
                  <b>{release.number}</b> <span dir="auto">{release.title}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        {row.invitation && <Answer id={row.invitation.id} here={here} />}
      </div>
      <ActionForm
        call="DELETE /user/notifications/:id"
        params={{ id }}
        back={withRemoved(here, id)}
        page="/notifications"
        onSubmit={onRemove}
      >
        <IconButton
          type="submit"
          icon="x"
          label={t('remove', { text })}
          data-deed=""
          onClick={refuseSecond}
        />
      </ActionForm>
    </li>
  );
}

function Sign({ row: { kind, picture } }: { row: News }) {
  const icon = SIGNS[kind];
  if (icon) {
    return (
      <span className={classes(css.sign, kind === 'called_off' && css.warn)}>
        <Icon name={icon} />
      </span>
    );
  }
  return picture ? (
    <img className={css.picture} src={picture} alt="" width={48} height={48} loading="lazy" />
  ) : (
    <span className={css.picture} />
  );
}

function Answer({ id, here }: { id: string; here: string }) {
  const t = useTranslations('notifications');
  return (
    <div className={css.answer}>
      <ActionForm call="POST /user/invitations/:id/accept" params={{ id }} page="/notifications">
        <Button type="submit">{t('accept')}</Button>
      </ActionForm>
      <ActionForm call="POST /user/invitations/:id/decline" params={{ id }} back={here} page="/notifications">
        <Button type="submit" kind="quiet">
          {t('decline')}
        </Button>
      </ActionForm>
    </div>
  );
}
