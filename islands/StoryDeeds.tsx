/** Where to read on, and the subscription: in the head of a story's page, and on phones in the dock at its foot. */
import type { FormEvent } from 'react';
import { useHref, useTranslations } from '../locales/react.tsx';
import { address } from '../pages/addresses.ts';
import { Button, LinkButton } from '../pages/ui/Button.tsx';
import { Icon } from '../pages/ui/Icon.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import { VisuallyHidden } from '../pages/ui/VisuallyHidden.tsx';
import { ActionForm } from './ActionForm.tsx';
import { api } from './api.ts';
import { changeReader, isSignedIn, type ShownStory, useReader } from './story/reader.ts';
import css from './story/StoryDeeds.module.css';
import { useDeed } from './useRefusal.ts';
import { useToast } from './useToast.ts';

/** What an episode consists of, in words. */
export type Unit = 'page' | 'part' | 'chapter';

export type StoryDeedsProps = {
  story: ShownStory;
  /** Number of the first episode. */
  first: number;
  unit: Unit;
  /** The page itself with its language, to come back to. */
  here: string;
  place: 'head' | 'dock';
};

export default function StoryDeeds({ story, first, unit, here, place }: StoryDeedsProps) {
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
        {/* Drawn anew when it says something else: nothing that stood there before moves. */}
        <span key={words} className={css.words}>
          <Icon name="book-open" />
          {words}
        </span>
      </LinkButton>
      <Subscription story={story} here={here} isDock={isDock} />
    </div>
  );
}

function Subscription({ story, here, isDock }: { story: ShownStory; here: string; isDock: boolean }) {
  const t = useTranslations('story');
  const { isSubscribed } = useReader(story);
  const { refusal, busy, run } = useDeed();
  const { text, show } = useToast();
  const params = { id: story.id };
  const submit = async (event: FormEvent) => {
    // Sent by itself it leads to sign in and back (STP-07).
    if (!isSignedIn()) return;
    event.preventDefault();
    await run(async () => {
      const reply = isSubscribed
        ? await api('DELETE /stories/:id/subscription', { params })
        : await api('PUT /stories/:id/subscription', { params });
      changeReader({ isSubscribed: reply.subscribed, subscribersCount: reply.subscribers_count });
      show(reply.message);
    });
  };
  const words = isSubscribed ? t('isSubscribed') : t('subscribe');
  return (
    <>
      <ActionForm
        call={isSubscribed ? 'DELETE /stories/:id/subscription' : 'PUT /stories/:id/subscription'}
        params={params}
        back={here}
        onSubmit={(event) => void submit(event)}
      >
        <Button type="submit" big={!isDock} aria-busy={busy} className={css.subscribe}>
          <span key={words} className={css.words}>
            <Icon name="bookmark" filled={isSubscribed} />
            <span className={css.label}>
              {words}
              {isSubscribed && <VisuallyHidden> {t('unsubscribe')}</VisuallyHidden>}
            </span>
          </span>
        </Button>
      </ActionForm>
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
