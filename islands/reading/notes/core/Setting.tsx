/** Whether, how many and how strongly notes are shown. Applies at once, to all stories. */
import { useTranslations } from '#locales/react.tsx';
import { Checkbox } from '#pages/ui/Checkbox.tsx';
import { Segmented } from '#pages/ui/Segmented.tsx';
import css from './ShortNotes.module.css';
import type { Setting as Chosen } from './types.ts';

export function Setting({
  setting,
  label,
  onChange,
}: {
  setting: Chosen;
  label: string;
  onChange: (change: Partial<Chosen>) => void;
}) {
  const t = useTranslations('tsukkomi');
  return (
    <div className={css.setting}>
      <Checkbox
        toggle
        name="notes-shown"
        checked={setting.shown}
        onChange={({ target }) => onChange({ shown: target.checked })}
      >
        <b>{label}</b>
      </Checkbox>
      {setting.shown && (
        <>
          <Segmented
            legend={t('density')}
            quiet
            name="notes-density"
            value={setting.density}
            options={[
              { value: 'few', label: t('few') },
              { value: 'some', label: t('some') },
              { value: 'all', label: t('all') },
            ]}
            onChange={(density) => onChange({ density })}
          />
          <label className={css.strength}>
            <span>{t('strength')}</span>
            <input
              type="range"
              min={1}
              max={10}
              value={setting.strength}
              onChange={({ target }) => onChange({ strength: Number(target.value) })}
            />
          </label>
          <p className={css.hint}>{t('shortNote')}</p>
        </>
      )}
    </div>
  );
}
