/** Where a comment or a reply is written. What was begun stays until it is sent. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../../pages/addresses.ts';
import { Button, LinkButton } from '../../pages/ui/Button.tsx';
import { Checkbox } from '../../pages/ui/Checkbox.tsx';
import { TextArea } from '../../pages/ui/Field.tsx';
import { FieldScope } from '../../pages/ui/FieldScope.tsx';
import { Refused } from '../Refused.tsx';
import { type Refusal, useAwake, useWording } from '../useRefusal.ts';
import css from './Comments.module.css';
import { type CommentCall, DeedForm } from './DeedForm.tsx';
import { keepDraft, keptDraft } from './kept.ts';
import { useThread } from './thread.ts';

/** From here on it is said how much is left. */
const COUNTED_FROM = 1600;

export type WriteProps = {
  call: CommentCall;
  of?: string;
  /** Under which the draft is kept: of the episode, the story, or the comment that is answered. */
  subjectId: string;
  fields?: Record<string, string>;
  label: string;
  send: string;
  /** What it says before a change. */
  start?: { body: string; spoiler: boolean };
  note?: ReactNode;
};

export function Write({ call, of, subjectId, fields = {}, label, send, start, note }: WriteProps) {
  const t = useTranslations('comments');
  const href = useHref();
  const wording = useWording();
  const isAwake = useAwake();
  const { here, isSignedIn, maxLength } = useThread();
  const area = useRef<HTMLDivElement>(null);
  const key = useRef('');
  const [length, setLength] = useState(start?.body.length ?? 0);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const textarea = () => area.current?.querySelector('textarea') ?? null;
  const isNew = start === undefined;
  useEffect(() => {
    const kept = isNew ? keptDraft(subjectId) : null;
    const field = area.current?.querySelector('textarea');
    // What was typed before the script came is newer.
    if (kept && field && field.value === '') {
      field.value = kept.text;
      setLength(kept.text.length);
    }
    key.current = kept?.key ?? crypto.randomUUID();
  }, [subjectId, isNew]);
  const typed = () => {
    const text = textarea()?.value ?? '';
    setLength(text.length);
    setRefusal(null);
    if (isNew) keepDraft(subjectId, { text, key: key.current });
  };
  const done = () => {
    const field = textarea();
    if (isNew) {
      if (field) field.value = '';
      setLength(0);
      keepDraft(subjectId, null);
      key.current = crypto.randomUUID();
    }
    setRefusal(null);
  };
  const headers = (): Record<string, string> =>
    isNew && key.current !== '' ? { 'Idempotency-Key': key.current } : {};
  if (isAwake && !isSignedIn) {
    const query = { back: here };
    return (
      <div className={css.signedOut}>
        <p>{t('signInToWrite')}</p>
        <div className={css.buttons}>
          <LinkButton kind="ink" href={href(address('/sign_in', {}, { query }))}>
            {t('signIn')}
          </LinkButton>
          <LinkButton kind="quiet" href={href(address('/sign_up', {}, { query }))}>
            {t('signUp')}
          </LinkButton>
        </div>
      </div>
    );
  }
  return (
    <DeedForm
      call={call}
      {...(of === undefined ? {} : { of })}
      className={css.write}
      headers={headers}
      onDone={done}
      onRefused={(error) => setRefusal(wording(error))}
      onInput={typed}
    >
      <FieldScope>
        <div ref={area}>
          <TextArea
            label={label}
            hideLabel
            name="body"
            placeholder={label}
            maxLength={maxLength}
            rows={isNew ? 2 : 4}
            dir="auto"
            defaultValue={start?.body}
            errors={refusal?.fields.body ?? []}
          />
        </div>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {refusal && !refusal.fields.body && <Refused refusal={refusal} />}
        <div className={css.send}>
          <Checkbox name="spoiler" defaultChecked={start?.spoiler}>
            {t('spoiler')}
          </Checkbox>
          <span className={css.hint}>
            {length >= COUNTED_FROM ? `${formatNumber(length)} / ${formatNumber(maxLength)}` : note}
          </span>
          <Button type="submit" kind="ink">
            {send}
          </Button>
        </div>
      </FieldScope>
    </DeedForm>
  );
}
