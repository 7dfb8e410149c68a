/** Notification settings, in the app and by e-mail (PRO-24 to PRO-30). */
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Checkbox } from '../../pages/ui/Checkbox.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { api } from '../api.ts';
import { Refused } from '../Refused.tsx';
import { Form, useForm } from '../useForm.tsx';
import { useToast } from '../useToast.ts';
import css from './profile/SettingsForm.module.css';

const KINDS = ['new_comments', 'replies', 'new_episodes', 'new_subscriber'] as const;
const NAMES = ['subscribe_to_emails', ...KINDS] as const;

export type SettingsFormProps = { notifications: Record<(typeof NAMES)[number], boolean> };

export default function SettingsForm({ notifications }: SettingsFormProps) {
  const t = useTranslations('settings');
  const toast = useToast();
  const form = useForm('PUT /user/settings', async (values) => {
    const on = (name: (typeof NAMES)[number]) => values.getAll(`notifications.${name}`).at(-1) === 'on';
    const chosen = {
      subscribe_to_emails: on('subscribe_to_emails'),
      new_comments: on('new_comments'),
      replies: on('replies'),
      new_episodes: on('new_episodes'),
      new_subscriber: on('new_subscriber'),
    };
    const { message } = await api('PUT /user/settings', { body: { notifications: chosen } });
    toast.show(message);
    return undefined;
  });

  /** Browsers do not send unticked boxes. The hidden field before the box sends the value instead. */
  const box = (name: (typeof NAMES)[number]) => (
    <div key={name}>
      <input type="hidden" name={`notifications.${name}`} value="false" />
      <Checkbox name={`notifications.${name}`} toggle defaultChecked={notifications[name]}>
        {t(`kinds.${name}`)}
        <span className={css.note}>{t(`notes.${name}`)}</span>
      </Checkbox>
    </div>
  );

  return (
    <Form of={form} className={css.form}>
      <Refused refusal={form.refusal} />
      <fieldset className={css.group}>
        <legend className={css.legend}>{t('tellMe')}</legend>
        {KINDS.map(box)}
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>{t('mails')}</legend>
        {box('subscribe_to_emails')}
      </fieldset>
      <Button type="submit" kind="filled" className={css.start} busy={form.busy && t('saving')}>
        {t('save')}
      </Button>
      <Toast>{toast.text}</Toast>
    </Form>
  );
}
