/** Sets a new password with the token of a mailed link (ACC-10, ACC-15). */
import { useHref, useTranslations } from '../../locales/react.tsx';
import { withBack } from '../../pages/addresses.ts';
import { Button } from '../../pages/ui/Button.tsx';
import { api } from '../api.ts';
import { withNotice } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { Form, useForm } from '../useForm.tsx';
import css from './sign/Form.module.css';
import { NewPassword, newPasswordsOf, refuseDiffering } from './sign/NewPassword.tsx';

export default function ResetForm({ token, back }: { token: string; back: string | null }) {
  const t = useTranslations('account');
  const codes = useTranslations('codes');
  const href = useHref();
  const form = useForm('POST /user/reset_passwords', async (values) => {
    const given = newPasswordsOf(values);
    refuseDiffering(given, codes('passwords_differ'));
    const { message } = await api('POST /user/reset_passwords', { body: { token, ...given }, stay: true });
    return withNotice(href(withBack('/sign_in', back)), message);
  });
  const { refusal, errors, busy } = form;

  const isOver = refusal?.code === 'link_expired' || errors.token !== undefined;
  return (
    <Form of={form} back={back}>
      <input type="hidden" name="token" value={token} />
      <Refused
        refusal={refusal}
        fields={['password', 'password_confirmation']}
        more={
          isOver && (
            <a className={css.link} href={href(withBack('/forgotten_password', back))}>
              {t('askAgain')}
            </a>
          )
        }
      />
      <NewPassword form={form} />
      <Button type="submit" kind="filled" big wide busy={busy && t('saving')}>
        {t('savePassword')}
      </Button>
    </Form>
  );
}
