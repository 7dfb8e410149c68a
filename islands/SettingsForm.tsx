/** What the user is told of, and whether by e-mail (PRO-24…PRO-30). */
import { type FormEvent, useRef } from 'react';
import { useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { Checkbox } from '../pages/ui/Checkbox.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import { api } from './api.ts';
import css from './profile/SettingsForm.module.css';
import { Refused } from './sign/Refused.tsx';
import { useAwake, useDeed } from './useRefusal.ts';
import { useToast } from './useToast.ts';

const KINDS = ['new_comments', 'replies', 'new_episodes', 'new_subscriber'] as const;
const NAMES = ['subscribe_to_emails', ...KINDS] as const;

export type SettingsFormProps = { notifications: Record<(typeof NAMES)[number], boolean> };

export default function SettingsForm({ notifications }: SettingsFormProps) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const toast = useToast();
  const awake = useAwake();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const on = (name: (typeof NAMES)[number]) => values.getAll(`notifications.${name}`).at(-1) === 'on';
    const chosen = {
      subscribe_to_emails: on('subscribe_to_emails'),
      new_comments: on('new_comments'),
      replies: on('replies'),
      new_episodes: on('new_episodes'),
      new_subscriber: on('new_subscriber'),
    };
    void run(async () => {
      const { message } = await api('PUT /user/settings', { body: { notifications: chosen } });
      toast.show(message);
    });
  };

  /** A box that is not ticked is not sent: the hidden field before it says so instead. */
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
    <form
      className={css.form}
      ref={form}
      method="post"
      action="/api/user/settings?_method=PUT"
      onSubmit={submit}
      noValidate={awake}
    >
      <input type="hidden" name="_locale" value={locale} />
      <Refused refusal={refusal} fields={[]} />
      <fieldset className={css.group}>
        <legend className={css.legend}>{t('tellMe')}</legend>
        {KINDS.map(box)}
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>{t('mails')}</legend>
        {box('subscribe_to_emails')}
      </fieldset>
      <Button type="submit" kind="filled" className={css.start} busy={busy && t('saving')}>
        {t('save')}
      </Button>
      <Toast>{toast.text}</Toast>
    </form>
  );
}
