/** Adds a passkey under a name. When the passkey is the first factor, the page then shows the recovery codes. */
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useRef } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { api } from '../api.ts';
import { withNotice } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { LEAVING, useAction } from '../useRefusal.ts';
import css from './second-factor/Passkey.module.css';
import { asRefusal } from './second-factor/refused.ts';

export default function AddPasskey({ suggested, first }: { suggested: string; first: boolean }) {
  const t = useTranslations('factor');
  const href = useHref();
  const name = useRef<HTMLInputElement>(null);
  const { refusal, busy, run, mend } = useAction();

  const add = () =>
    run(async () => {
      const { options } = await api('POST /user/second_factor/passkeys/options', {});
      const passkey = await asRefusal(t('passkeyCancelled'), () =>
        startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
      );
      const body = { name: name.current?.value || suggested, passkey: { ...passkey } };
      const { message } = await api('POST /user/second_factor/passkeys', { body });
      location.assign(withNotice(href('/settings/second_factor'), message));
      return LEAVING;
    });

  return (
    // Before hydration, a submit must not leave the page. Outside a dialog, `method="dialog"` does nothing.
    <form
      className={css.add}
      method="dialog"
      data-needs-js
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Refused refusal={refusal} fields={['name']} />
      <TextField
        ref={name}
        label={t('passkeyName')}
        name="name"
        defaultValue={suggested}
        maxLength={60}
        autoComplete="off"
        errors={refusal?.fields.name}
        onInput={() => mend('name')}
      />
      <Button
        type="submit"
        kind={first ? 'filled' : 'outlined'}
        icon="fingerprint"
        busy={busy && t('waiting')}
      >
        {t('addPasskey')}
      </Button>
    </form>
  );
}
