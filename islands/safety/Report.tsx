/** Reports a story or an episode: ten reasons and a receipt (decisions.md §8). In a panel or on its own page. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { MessageKey } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import type { Address } from '../../pages/addresses.ts';
import { Button } from '../../pages/ui/Button.tsx';
import { Choice } from '../../pages/ui/Choice.tsx';
import { TextArea } from '../../pages/ui/Field.tsx';
import { FieldScope } from '../../pages/ui/FieldScope.tsx';
import { Group } from '../../pages/ui/Group.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import type { ReportCategory, ReportedSubject } from '../../server/domains/safety/reports/rules.ts';
import { ActionForm } from '../ActionForm.tsx';
import { api, isRefusal } from '../api.ts';
import { momentHere } from '../hereAndNow.ts';
import { Refused } from '../Refused.tsx';
import { isSignedIn } from '../reading/story/reader.ts';
import { useAction, useAwake } from '../useRefusal.ts';
import css from './Report.module.css';
import { keepReport, keptReport, putBack, readReport } from './reports/draft.ts';

export type ReportProps = {
  subject: { type: ReportedSubject; id: string };
  title: string;
  categories: readonly ReportCategory[];
  textMaxLength: number;
  back: Address;
  page: Address;
};

type Receipt = { message: string; number: number; category: ReportCategory; at: string; isOld: boolean };

export default function Report({ subject, title, categories, textMaxLength, back, page }: ReportProps) {
  const t = useTranslations('report');
  const reasons = useTranslations('reportCategories');
  const href = useHref();
  const isAwake = useAwake();
  const { refusal, busy, run, mendTyped } = useAction();
  const [isMissing, setMissing] = useState(false);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = place.current?.closest('form');
    const kept = keptReport(subject.id);
    if (form && kept) putBack(form, kept);
  }, [subject.id]);
  const keep = (form: HTMLFormElement): void => keepReport(subject.id, readReport(form));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    keep(form);
    // The plain form post leads to sign-in and back (STP-07).
    if (!isSignedIn()) return;
    event.preventDefault();
    const values = new FormData(form);
    const category = categories.find((each) => each === values.get('category'));
    setMissing(category === undefined);
    if (category === undefined) return form.querySelector<HTMLElement>('[name=category]')?.focus();
    const text = String(values.get('text')).trim();
    await run(async () => {
      const body = { subject_type: subject.type, subject_id: subject.id, category, ...(text && { text }) };
      try {
        const { report, message } = await api('POST /violation', { body });
        setReceipt({ message, number: report.number, category, at: report.created_at, isOld: false });
      } catch (error) {
        if (!isRefusal(error, 'POST /violation', 409) || !error.members.report) throw error;
        const { number, category: first, created_at: at } = error.members.report;
        setReceipt({ message: error.message, number, category: first, at, isOld: true });
      }
      keepReport(subject.id, null);
    });
  };

  if (receipt) return <Told receipt={receipt} subject={subject} title={title} back={back} />;
  return (
    <ActionForm
      call="POST /violation"
      back={href(back)}
      page={page}
      className={css.form}
      noValidate={isAwake && isSignedIn()}
      onSubmit={(event) => void submit(event)}
      onInput={(event) => {
        mendTyped(event);
        keep(event.currentTarget);
      }}
      onChange={() => setMissing(false)}
    >
      <FieldScope>
        <input type="hidden" name="subject_type" value={subject.type} />
        <input type="hidden" name="subject_id" value={subject.id} />
        <div ref={place} hidden />
        <p className={css.note}>
          <b dir="auto">{title}</b> {t(`notes.${subject.type}`)}
        </p>
        <Group legend={t('reason')} quiet name="category" errors={isMissing ? [t('choose')] : []}>
          <div className={css.reasons}>
            {categories.map((category) => (
              <Choice
                key={category}
                type="radio"
                name="category"
                value={category}
                required
                hint={t(`hints.${category}`)}
              >
                {reasons(category satisfies MessageKey<'reportCategories'>)}
              </Choice>
            ))}
          </div>
        </Group>
        <TextArea
          label={t('text')}
          name="text"
          maxLength={textMaxLength}
          rows={3}
          {...(refusal?.fields.text && { errors: refusal.fields.text })}
        />
        {!refusal?.fields.text && <Refused refusal={refusal} />}
        <Button type="submit" kind="ink" big busy={busy && t('sending')} className={css.send}>
          {t('send')}
        </Button>
        <p className={css.law}>
          {t('unlawful')} <a href={href('/report_illegal_content')}>{t('unlawfulLink')}</a>
        </p>
      </FieldScope>
    </ActionForm>
  );
}

type ToldProps = { receipt: Receipt } & Pick<ReportProps, 'subject' | 'title' | 'back'>;

function Told({ receipt, subject, title, back }: ToldProps) {
  const t = useTranslations('report');
  const reasons = useTranslations('reportCategories');
  const href = useHref();
  const button = useRef<HTMLButtonElement>(null);
  // The focused element went with the form.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={css.told}>
      <Notice kind={receipt.isOld ? 'plain' : 'good'} urgent>
        {receipt.message}
      </Notice>
      <dl className={css.receipt}>
        <dt>{t('number')}</dt>
        <dd>{receipt.number}</dd>
        <dt>{t('about')}</dt>
        <dd dir="auto">{title}</dd>
        <dt>{t('reason')}</dt>
        <dd>{reasons(receipt.category satisfies MessageKey<'reportCategories'>)}</dd>
        <dt>{t('received')}</dt>
        <dd>{momentHere(new Date(receipt.at))}</dd>
      </dl>
      <p className={css.law}>
        {t('next')} <a href={href('/settings/reports')}>{t('mine')}</a>
      </p>
      <Button
        ref={button}
        kind="ink"
        big
        onClick={({ currentTarget }) => {
          const panel = currentTarget.closest('details');
          // Closes the panel around it. On its own page, leads back.
          if (panel) panel.querySelector<HTMLElement>('summary')?.click();
          else location.assign(href(back));
        }}
        className={css.send}
      >
        {t(`back.${subject.type}`)}
      </Button>
    </div>
  );
}
