/** Notifications of new episodes, and unsubscribing: below the button on wide screens, a sheet on phones. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Choice } from '../../../pages/ui/Choice.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { Group } from '../../../pages/ui/Group.tsx';
import { api } from '../../api.ts';
import { createLatest } from '../../latest.ts';
import { useAction } from '../../useRefusal.ts';
import css from './NotifyDialog.module.css';
import { changeReader, type Notify, type ShownStory, useReader } from './reader.ts';

const KINDS = ['all', 'app', 'none'] as const satisfies readonly Notify[];

export type NotifyDialogProps = {
  story: ShownStory;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onLeft: (said: string) => void;
};

export function NotifyDialog({ story, opener, onClose, onLeft }: NotifyDialogProps) {
  const t = useTranslations('story');
  const { notify } = useReader(story);
  const dialog = useRef<HTMLDialogElement>(null);
  const { refusal, busy, run } = useAction();
  const { choose, chosen } = useChoice(story.id, notify, run);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open) return;
    const under = opener.current?.getBoundingClientRect();
    element.style.setProperty('--x', `${under?.left ?? 0}px`);
    element.style.setProperty('--y', `${under?.bottom ?? 0}px`);
    element.showModal();
    element.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
  }, [opener]);
  const leave = () =>
    run(async () => {
      const reply = await api('DELETE /stories/:id/subscription', { params: { id: story.id } });
      changeReader({ isSubscribed: false, notify: null, subscribersCount: reply.subscribers_count });
      onLeft(reply.message);
    });
  return (
    <Dialog
      id={`notify-${story.slug}`}
      ref={dialog}
      heading={t('notify.heading')}
      place="under"
      onClose={onClose}
      actions={
        <form method="dialog" className={css.done}>
          <Button type="submit" wide>
            {t('notify.done')}
          </Button>
        </form>
      }
    >
      <Group legend={t('notify.heading')} quiet>
        {KINDS.map((kind) => (
          <Choice
            key={kind}
            type="radio"
            name="notify"
            value={kind}
            checked={kind === chosen}
            onChange={() => void choose(kind)}
            hint={t(`notify.${kind}Hint`)}
          >
            <b>{t(`notify.${kind}`)}</b>
          </Choice>
        ))}
      </Group>
      <p role="alert" className={css.refused}>
        {refusal?.message}
      </p>
      <p className={css.leave}>
        <Button kind="danger" aria-busy={busy} onClick={() => void leave()}>
          {t('unsubscribe')}
        </Button>
      </p>
    </Dialog>
  );
}

/** When choices follow quickly, e.g. by arrow keys, only the first and the last are sent. */
function useChoice(
  id: string,
  known: Notify | null,
  run: (deed: () => Promise<unknown>) => Promise<boolean>,
) {
  const [wish, setWish] = useState<Notify | null>(null);
  const [latest] = useState(() =>
    createLatest(async (notify: Notify) => {
      const reply = await api('PUT /stories/:id/subscription', { params: { id }, body: { notify } });
      changeReader({ isSubscribed: true, notify: reply.notify, subscribersCount: reply.subscribers_count });
    }),
  );
  const choose = async (notify: Notify) => {
    setWish(notify);
    const sent = latest.push(notify);
    // A choice waits while an earlier one is being sent, and fails with it.
    await run(() => sent);
    await sent.catch(() => undefined);
    setWish((now) => (now === notify ? null : now));
  };
  return { choose, chosen: wish ?? known };
}
