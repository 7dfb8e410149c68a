/** Signs in or confirms identity with a passkey. WebAuthn code loads only here and in AddPasskey. */
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { api } from '../api.ts';
import { withNotice } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { LEAVING, useAction } from '../useRefusal.ts';
import { asRefusal } from './second-factor/refused.ts';

export default function UsePasskey({ purpose, back }: { purpose: 'sign_in' | 'fresh'; back: string | null }) {
  const t = useTranslations('factor');
  const href = useHref();
  const { refusal, busy, run } = useAction();

  const use = () =>
    run(async () => {
      const target = await (purpose === 'sign_in' ? signIn() : prove());
      location.assign(target);
      return LEAVING;
    });
  const sign = (options: Record<string, unknown>) =>
    asRefusal(t('passkeyCancelled'), () =>
      startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
    );
  const signIn = async () => {
    const { options } = await api('POST /auth/second_factor/options', { body: {}, stay: true });
    const passkey = { ...(await sign(options)) };
    const { message } = await api('POST /auth/second_factor', { body: { passkey }, stay: true });
    return withNotice(back ?? href('/creator/stories'), message);
  };
  const prove = async () => {
    const { options } = await api('POST /auth/fresh/options', {});
    const passkey = { ...(await sign(options)) };
    const { message } = await api('POST /auth/fresh', { body: { passkey }, stay: true });
    return withNotice(back ?? href('/settings'), message);
  };

  return (
    <div data-needs-js>
      <Refused refusal={refusal} />
      <Button
        kind="filled"
        big
        wide
        icon="fingerprint"
        busy={busy && t('waiting')}
        onClick={() => void use()}
      >
        {t('usePasskey')}
      </Button>
    </div>
  );
}
