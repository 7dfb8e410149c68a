/** Countries where a story can be read (GEO-01…GEO-07). Works without a script. */
import { type FormEvent, useRef, useState } from 'react';
import { formatNumber } from '../../locales/index.ts';
import { useLocale, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Choice } from '../../pages/ui/Choice.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { VisuallyHidden } from '../../pages/ui/VisuallyHidden.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { api } from '../api.ts';
import { RefusedAction } from '../RefusedAction.tsx';
import { focusWrong, useAction, useAwake } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import css from './countries/Countries.module.css';
import { CountryPicker, type Group } from './countries/CountryPicker.tsx';
import { type CountryOption, countriesInWords } from './countries/sentence.ts';

const TYPES = ['worldwide', 'allow', 'deny'] as const;
type Type = (typeof TYPES)[number];

export type CountriesFormProps = {
  storyId: string;
  strategy: { type: Type; countries: readonly string[]; version: string };
  options: readonly CountryOption[];
  groups: readonly Group[];
  mayChange: boolean;
};

export default function CountriesForm({ storyId, strategy, options, groups, mayChange }: CountriesFormProps) {
  const t = useTranslations('countries');
  const tConsole = useTranslations('console');
  const notices = useTranslations('notices');
  const form = useRef<HTMLFormElement>(null);
  const awake = useAwake();
  const toast = useToast();
  const { refusal, setRefusal, busy, run } = useAction();
  const [version, setVersion] = useState(strategy.version);
  const [type, setType] = useState<Type>(strategy.type);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(strategy.countries));
  const errors = refusal?.fields.countries ?? [];

  const save = async () => {
    const fine = await run(async () => {
      const reply = await api('PUT /creator/story_geofiltering_strategies/:id', {
        params: { id: storyId },
        body: { type, countries: type === 'worldwide' ? [] : [...chosen], version },
      });
      setVersion(reply.version);
      toast.show(notices('geofiltering_saved'));
    });
    if (!fine) focusWrong(form.current);
  };
  /** Replaces the choice here with what somebody else has saved meanwhile. */
  const load = () =>
    run(async () => {
      const reply = await api('GET /creator/story_geofiltering_strategies/:id', { params: { id: storyId } });
      setVersion(reply.version);
      setType(reply.type);
      setChosen(new Set(reply.countries));
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const choose = (next: ReadonlySet<string>) => {
    setRefusal(null);
    setChosen(next);
  };

  return (
    <>
      <ActionForm
        className={css.form}
        ref={form}
        call="PUT /creator/story_geofiltering_strategies/:id"
        params={{ id: storyId }}
        onSubmit={submit}
        noValidate={awake}
      >
        <input type="hidden" name="version" value={version} />
        {refusal !== null && errors.length === 0 && (
          <RefusedAction refusal={refusal} onLoad={() => void load()} />
        )}
        <fieldset disabled={!mayChange}>
          <legend>
            <VisuallyHidden>{t('title')}</VisuallyHidden>
          </legend>
          {TYPES.map((each) => (
            <div key={each} className={css.option}>
              <Choice
                type="radio"
                name="type"
                value={each}
                checked={type === each}
                onChange={() => {
                  setRefusal(null);
                  setType(each);
                }}
                hint={t(`hints.${each}`)}
              >
                {t(`types.${each}`)}
              </Choice>
            </div>
          ))}
        </fieldset>
        <fieldset className={css.panel} disabled={!mayChange}>
          <legend>
            <VisuallyHidden>{t('list')}</VisuallyHidden>
          </legend>
          <CountryPicker
            options={options}
            groups={groups}
            chosen={chosen}
            onChange={choose}
            errors={errors}
          />
        </fieldset>
        <Sentence type={type} options={options} chosen={chosen} />
        <div className={css.actions}>
          {mayChange ? (
            <Button type="submit" kind="filled" busy={busy && tConsole('saving')}>
              {t('save')}
            </Button>
          ) : (
            <p className={css.muted}>{t('onlyPublishers')}</p>
          )}
        </div>
      </ActionForm>
      <Toast>{toast.text}</Toast>
    </>
  );
}

function Sentence({
  type,
  options,
  chosen,
}: {
  type: Type;
  options: readonly CountryOption[];
  chosen: ReadonlySet<string>;
}) {
  const t = useTranslations('countries');
  const locale = useLocale();
  const { key, names, count } = countriesInWords(options, chosen, locale);
  const isEmpty = type !== 'worldwide' && count === 0;
  const number = formatNumber(count);
  const told = {
    allow: { few: t('allow_few', { names }), many: t('allow_many', { number }) },
    deny: { few: t('deny_few', { names }), many: t('deny_many', { number }) },
  };
  return (
    <div className={css.sentence} aria-live="polite" data-needs-js>
      <p>
        <b>{type === 'worldwide' ? t('everywhere') : isEmpty ? t('empty') : told[type][key]}</b>
      </p>
      {type !== 'worldwide' && <p className={css.muted}>{t(`unknown.${type}`)}</p>}
    </div>
  );
}
