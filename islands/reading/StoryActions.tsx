/** The reading button and the subscription: in a story page's head and, on phones, in its dock. */
import { type FormEvent, useRef, useState } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../../pages/addresses.ts';
import { Button, LinkButton } from '../../pages/ui/Button.tsx';
import { Icon } from '../../pages/ui/Icon.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { api } from '../api.ts';
import { useLater } from '../useLater.ts';
import { useAction } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import { changeReader, isSignedIn, type ShownStory, useReader } from './story/reader.ts';
import css from './story/StoryActions.module.css';

export type Unit = 'page' | 'part' | 'chapter';

export type StoryActionsProps = {
  story: ShownStory;
  first: number;
  unit: Unit;
  here: string;
  place: 'head' | 'dock';
};

export default function StoryActions({ story, first, unit, here, place }: StoryActionsProps) {
  const t = useTranslations('story');
  const href = useHref();
  const { onward } = useReader(story);
  const isDock = place === 'dock';
  const { number, item } = onward ?? { number: first, item: null };
  const at = item === null ? {} : unit === 'chapter' ? { query: { chapter: item } } : { hash: `p${item}` };
  const words =
    onward === null
      ? t('readEpisode', { number })
      : item === null
        ? t('continueWith', { number })
        : t(isDock ? 'continueShort' : 'continueAt', { number, unit, item });
  return (
    <div className={isDock ? css.dock : css.head}>
      <LinkButton
        kind="ink"
        big={!isDock}
        href={href(address('/stories/@slug/@number', { slug: story.slug, number }, at))}
        className={css.read}
      >
        {/* The key replaces the element when its text changes, so that no existing element moves. */}
        <span key={words} className={css.words}>
          <Icon name="book-open" />
          {words}
        </span>
      </LinkButton>
      <Subscription story={story} here={here} isDock={isDock} />
    </div>
  );
}

type SubscriptionProps = { story: ShownStory; here: string; isDock: boolean };

function Subscription({ story, here, isDock }: SubscriptionProps) {
  const t = useTranslations('story');
  const { isSubscribed } = useReader(story);
  const { refusal, busy, run } = useAction();
  const { text, show } = useToast();
  const params = { id: story.id };
  const submit = async (event: FormEvent) => {
    // When signed out, the plain form leads to sign-in and back (STP-07).
    if (!isSignedIn()) return;
    event.preventDefault();
    await run(async () => {
      const reply = await api('PUT /stories/:id/subscription', { params, body: {} });
      changeReader({
        isSubscribed: reply.subscribed,
        notify: reply.notify,
        subscribersCount: reply.subscribers_count,
      });
      show(reply.message);
    });
  };
  return (
    <>
      {isSubscribed ? (
        <Subscribed story={story} isDock={isDock} onLeft={show} />
      ) : (
        <ActionForm
          call="PUT /stories/:id/subscription"
          params={params}
          back={here}
          onSubmit={(event) => void submit(event)}
        >
          <Button type="submit" big={!isDock} aria-busy={busy} className={css.subscribe}>
            <span className={css.words}>
              <Icon name="bookmark" />
              <span className={css.label}>{t('subscribe')}</span>
            </span>
          </Button>
        </ActionForm>
      )}
      {!isDock && (
        <noscript>
          <ActionForm call="DELETE /stories/:id/subscription" params={params} back={here}>
            <Button type="submit" kind="quiet">
              {t('unsubscribe')}
            </Button>
          </ActionForm>
        </noscript>
      )}
      <Toast>{refusal?.message ?? text}</Toast>
    </>
  );
}

/** Loaded on demand: few readers open it. */
const loadDialog = () => import('./story/NotifyDialog.tsx');

type SubscribedProps = { story: ShownStory; isDock: boolean; onLeft: (said: string) => void };

function Subscribed({ story, isDock, onLeft }: SubscribedProps) {
  const t = useTranslations('story');
  const errors = useTranslations('errors');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { code, isMissing } = useLater(loadDialog, isOpen);
  return (
    <>
      <Button
        ref={button}
        big={!isDock}
        className={css.subscribe}
        aria-label={`${t('isSubscribed')}, ${t('notify.change')}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className={css.words}>
          <Icon name="bookmark" filled />
          <span className={css.label}>{t('isSubscribed')}</span>
          {!isDock && <Icon name="chevron-down" />}
        </span>
      </Button>
      {isOpen && code && (
        <code.NotifyDialog story={story} opener={button} onClose={() => setOpen(false)} onLeft={onLeft} />
      )}
      {isMissing && <Toast>{errors('communication')}</Toast>}
    </>
  );
}
