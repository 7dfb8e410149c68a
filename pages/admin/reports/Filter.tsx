import { useHref, useTranslations } from '../../../locales/react.tsx';
import { ADMIN_SUBJECTS, REPORT_CATEGORIES } from '../../../server/domains/safety/reports/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { SelectField } from '../../ui/Field.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export function Filter({ data: { state, filter, languages } }: { data: Data }) {
  const t = useTranslations('reportQueue');
  const reasons = useTranslations('reportCategories');
  const things = useTranslations('reportSubjects');
  const href = useHref();
  const isSet = Object.values(filter).some((value) => value !== null);
  return (
    <Disclosure summary={t('filter')} open={isSet}>
      <form method="get" action={href('/admin/reports')} className={css.filter}>
        {state !== 'open' && <input type="hidden" name="state" value={state} />}
        <SelectField label={t('category')} name="category" defaultValue={filter.category ?? ''}>
          <option value="">{t('allCategories')}</option>
          {REPORT_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {reasons(category)}
            </option>
          ))}
        </SelectField>
        {state === 'open' && (
          <>
            <SelectField label={t('subject')} name="subject_type" defaultValue={filter.subject_type ?? ''}>
              <option value="">{t('allSubjects')}</option>
              {ADMIN_SUBJECTS.map((type) => (
                <option key={type} value={type}>
                  {things(type)}
                </option>
              ))}
            </SelectField>
            <SelectField label={t('language')} name="language" defaultValue={filter.language ?? ''}>
              <option value="">{t('allLanguages')}</option>
              {languages.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <Checkbox name="notices" defaultChecked={filter.notices !== null}>
              {t('notices')}
            </Checkbox>
          </>
        )}
        <Button type="submit">{t('show')}</Button>
      </form>
    </Disclosure>
  );
}
