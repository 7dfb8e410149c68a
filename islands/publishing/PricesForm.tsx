/** Prices of a story's episodes (PRI-02…PRI-16). Works without a script. With one, it previews what readers see. */
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Choice } from '../../pages/ui/Choice.tsx';
import { FieldErrors } from '../../pages/ui/FieldErrors.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { VisuallyHidden } from '../../pages/ui/VisuallyHidden.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { api } from '../api.ts';
import { RefusedAction } from '../RefusedAction.tsx';
import { focusWrong, useAction, useAwake } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import { Coins, FreeAfter, SetAll } from './prices/Coins.tsx';
import { CustomPrices } from './prices/CustomPrices.tsx';
import { Preview } from './prices/Preview.tsx';
import css from './prices/Prices.module.css';
import {
  coinsOf,
  type PricedEpisode,
  previewRows,
  type Typed,
  typedFrom,
  typedIn,
} from './prices/preview.ts';
import { useForetold } from './prices/useForetold.ts';
import { Consequences } from './releases/Consequences.tsx';

const TYPES = ['all_free', 'first_free', 'all_premium', 'custom'] as const;
type Type = (typeof TYPES)[number];
/** With more episodes, price fields load on demand. */
const LISTED_MAX_COUNT = 300;
const WRONG = 'prices-wrong';

export type PricesFormProps = {
  storyId: string;
  language: string;
  strategy: {
    type: Type;
    price: number;
    free_count: number;
    free_after_days: number | null;
    version: string;
  };
  episodes: readonly PricedEpisode[];
  /** Server time as ISO, to decide which episodes are free by waiting. */
  now: string;
  priceMaxCoins: number;
  mayChange: boolean;
};

export default function PricesForm(props: PricesFormProps) {
  const [shown, setShown] = useState({ strategy: props.strategy, episodes: props.episodes });
  const [loaded, setLoaded] = useState(0);
  const toast = useToast();
  const notices = useTranslations('notices');

  const load = async () => {
    const reply = await api('GET /creator/stories/:id/episodes_prices', { params: { id: props.storyId } });
    setShown({ strategy: reply.pricing_strategy, episodes: reply.episodes });
  };
  return (
    <>
      <Form
        // A new key resets the input to the stored values.
        key={loaded}
        {...props}
        {...shown}
        onSaved={async () => {
          await load();
          toast.show(notices('settings_changed'));
        }}
        onLoad={async () => {
          await load();
          setLoaded(loaded + 1);
        }}
      />
      <Toast>{toast.text}</Toast>
    </>
  );
}

type FormProps = PricesFormProps & { onSaved(): Promise<void>; onLoad(): Promise<void> };

function Form({
  storyId,
  language,
  strategy,
  episodes,
  now,
  priceMaxCoins,
  mayChange,
  onSaved,
  onLoad,
}: FormProps) {
  const t = useTranslations('prices');
  const tConsole = useTranslations('console');
  const form = useRef<HTMLFormElement>(null);
  const awake = useAwake();
  const { refusal, setRefusal, busy, run, mend } = useAction();
  const stored = typedFrom(strategy, episodes);
  const [typed, setTyped] = useState(stored);
  const isPriceWrong = refusal?.code === 'price_out_of_range' || refusal?.code === 'premium_for_nothing';
  const wrong = new Set(isPriceWrong ? Object.keys(refusal.fields) : []);

  const waits = refusal?.fields.free_after_days;

  const read = () => (form.current === null ? null : typedIn(form.current, typed, episodes));
  const follow = () => {
    const next = read() ?? typed;
    // The refusal was about the other pricing type.
    if (next.type !== typed.type) setRefusal(null);
    setTyped(next);
  };

  const foretold = useForetold(storyId, wishOf(typed), wishOf(stored));

  const save = async () => {
    const wish = read();
    if (wish === null) return;
    const body = { ...wishOf(wish), version: strategy.version };
    const fine = await run(async () => {
      await api('PUT /creator/pricing_strategies/:id', { params: { id: storyId }, body });
      await onSaved();
    });
    if (!fine) focusWrong(form.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };

  const setAll = (text: string) => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('[name^="prices."]') ?? [])
      field.value = text;
    follow();
  };

  const coins = (type: 'first_free' | 'all_premium') => (
    <Coins
      label={t('coinsEach')}
      name={`price_of.${type}`}
      value={strategy.price}
      wrongBy={wrong.has('price') && typed.type === type ? WRONG : undefined}
    />
  );
  const below = (type: Type): ReactNode => {
    const errors = typed.type === type ? fieldErrors(refusal, isPriceWrong) : [];
    return <FieldErrors id={WRONG} errors={errors} />;
  };

  return (
    <div className={css.grid}>
      <ActionForm
        ref={form}
        call="PUT /creator/pricing_strategies/:id"
        params={{ id: storyId }}
        onSubmit={submit}
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement) mend(target.name.replace(/^price_of\..*/, 'price'));
          follow();
        }}
        noValidate={awake}
      >
        <input type="hidden" name="version" value={strategy.version} />
        {refusal !== null && !isPriceWrong && !('free_count' in refusal.fields) && !waits && (
          <div className={css.told}>
            <RefusedAction refusal={refusal} onLoad={() => void onLoad()} />
          </div>
        )}
        <fieldset className={css.options} disabled={!mayChange}>
          <legend>
            <VisuallyHidden>{t('title')}</VisuallyHidden>
          </legend>
          {TYPES.map((type) => (
            <div key={type} className={css.option}>
              <Choice type="radio" name="type" value={type} defaultChecked={strategy.type === type}>
                {t(`types.${type}`)}
              </Choice>
              {type === 'first_free' && (
                <div className={css.fields}>
                  <div className={css.pair}>
                    <Coins
                      label={t('freeEpisodes')}
                      name="free_count"
                      value={strategy.free_count || 1}
                      wrongBy={refusal?.fields.free_count === undefined ? undefined : WRONG}
                    />
                    {coins(type)}
                  </div>
                  {below(type)}
                </div>
              )}
              {type === 'all_premium' && (
                <div className={css.fields}>
                  <div className={css.pair}>{coins(type)}</div>
                  {below(type)}
                </div>
              )}
              {type === 'custom' && (
                <div className={css.fields}>
                  {episodes.length > 1 && <SetAll label={t('all')} button={t('setAll')} onSet={setAll} />}
                  {below(type)}
                  <CustomPrices
                    episodes={episodes.length <= LISTED_MAX_COUNT || typed.type === type ? episodes : []}
                    language={language}
                    wrong={wrong}
                    wrongBy={WRONG}
                  />
                </div>
              )}
            </div>
          ))}
          <FreeAfter value={strategy.free_after_days} errors={waits ?? []} />
        </fieldset>
        {mayChange && foretold && <Consequences foretold={foretold} />}
        <div className={css.actions}>
          {mayChange && (
            <Button type="submit" kind="filled" busy={busy && tConsole('saving')}>
              {t('save')}
            </Button>
          )}
          <p className={css.muted}>{mayChange ? t('unlockedStay') : t('onlyPublishers')}</p>
        </div>
      </ActionForm>
      <Preview
        rows={previewRows(episodes, typed, { most: priceMaxCoins, now: new Date(now) })}
        total={episodes.length}
        language={language}
      />
    </div>
  );
}

function wishOf({ type: chosen, price, freeCount, freeAfterDays, custom }: Typed) {
  const type = chosen as Type;
  return {
    type,
    free_after_days: freeAfterDays.trim() === '' ? null : (coinsOf(freeAfterDays) as number),
    ...(type === 'all_premium' || type === 'first_free' ? { price: coinsOf(price) } : {}),
    ...(type === 'first_free' ? { free_count: coinsOf(freeCount) as number } : {}),
    ...(type === 'custom' ? { prices: mapValues(custom, coinsOf) } : {}),
  };
}

function fieldErrors(
  refusal: { message: string; fields: Readonly<Record<string, readonly string[]>> } | null,
  isPriceWrong: boolean,
): readonly string[] {
  if (refusal === null) return [];
  return isPriceWrong ? [refusal.message] : (refusal.fields.free_count ?? []);
}

const mapValues = <V, W>(values: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
