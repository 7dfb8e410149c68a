/** Turns push notifications on this device on or off. Asks for permission only when the user presses the button. */
import { type FormEvent, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { type Outcome, stopHere, tellHere } from './push/subscribe.ts';

export type TellHereProps = { account: string; publicKey: string; isOn: boolean };

export default function TellHere({ account, publicKey, isOn: wasOn }: TellHereProps) {
  const t = useTranslations('notifications');
  const [isOn, setOn] = useState(wasOn);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>('done');
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const next = await (isOn ? stopHere() : tellHere(account, publicKey));
    setBusy(false);
    setOutcome(next);
    if (next === 'done') setOn(!isOn);
  };
  const button = (
    <Button type="submit" aria-busy={busy}>
      {isOn ? t('stopHere') : t('tellHere')}
    </Button>
  );
  return (
    <div>
      {isOn ? (
        <ActionForm call="DELETE /user/push_subscriptions" onSubmit={(event) => void change(event)}>
          {button}
        </ActionForm>
      ) : (
        // Only a script can ask for permission.
        <form hidden onSubmit={(event) => void change(event)} ref={(form) => form?.removeAttribute('hidden')}>
          {button}
        </form>
      )}
      <p role="status">
        {outcome === 'done'
          ? ''
          : t(outcome satisfies 'failed' | 'needsApp' | 'pushFailed' | 'refused' | 'unsupported')}
      </p>
    </div>
  );
}
