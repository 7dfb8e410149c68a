/** On a creator's page: subscribes to all of their stories at once, or unsubscribes. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Icon } from '../../pages/ui/Icon.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { VisuallyHidden } from '../../pages/ui/VisuallyHidden.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { ApiError, api } from '../api.ts';
import { useAction } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import { isSignedIn } from './story/reader.ts';

export type SubscribeAllProps = {
  slug: string;
  here: string;
};

export default function SubscribeAll({ slug, here }: SubscribeAllProps) {
  const t = useTranslations('subscribeAll');
  const [isSubscribed, setIsSubscribed] = useState(false);
  const hasChosen = useRef(false);
  const { refusal, busy, run } = useAction();
  const { text, show } = useToast();
  useEffect(() => {
    if (!isSignedIn()) return;
    // With an expired session or a silent server, the page stays as everybody sees it.
    void api('GET /users/:slug/subscription', { params: { slug }, stay: true }).then(
      ({ subscribed }) => {
        if (!hasChosen.current) setIsSubscribed(subscribed);
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      },
    );
  }, [slug]);
  const call = isSubscribed ? 'DELETE /users/:slug/subscription' : 'PUT /users/:slug/subscription';
  const submit = async (event: FormEvent) => {
    if (!isSignedIn()) return;
    event.preventDefault();
    hasChosen.current = true;
    await run(async () => {
      const reply = await api(call, { params: { slug } });
      setIsSubscribed(reply.subscribed);
      show(reply.message);
    });
  };
  const words = isSubscribed ? t('isSubscribed') : t('subscribe');
  return (
    <>
      <ActionForm call={call} params={{ slug }} back={here} onSubmit={(event) => void submit(event)}>
        <Button type="submit" kind="ink" big aria-busy={busy}>
          <Icon name="bookmark" filled={isSubscribed} />
          <span key={words}>
            {words}
            {isSubscribed && <VisuallyHidden> {t('unsubscribe')}</VisuallyHidden>}
          </span>
        </Button>
      </ActionForm>
      <noscript>
        <ActionForm call="DELETE /users/:slug/subscription" params={{ slug }} back={here}>
          <Button type="submit" kind="quiet">
            {t('unsubscribe')}
          </Button>
        </ActionForm>
      </noscript>
      <Toast>{refusal?.message ?? text}</Toast>
    </>
  );
}
