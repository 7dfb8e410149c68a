import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Field } from '../../../pages/ui/Field.tsx';
import { Icon } from '../../../pages/ui/Icon.tsx';
import { VisuallyHidden } from '../../../pages/ui/VisuallyHidden.tsx';
import { useAwake } from '../../useRefusal.ts';
import css from './TagsField.module.css';
import { parseTags } from './tags.ts';

export type TagsFieldProps = {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  most: { tags: number; tag: number };
  errors?: readonly string[] | undefined;
};

/** Tags as chips. Without a script, one comma-separated text field. */
export function TagsField({ tags, onChange, most, errors = [] }: TagsFieldProps) {
  const t = useTranslations('storyForm');
  const awake = useAwake();
  const [text, setText] = useState(tags.join(', '));
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (awake) setText('');
  }, [awake]);

  /** Adds valid tags and leaves invalid ones in the field. */
  const add = (typed: string): void => {
    const next = [...tags];
    const left: string[] = [];
    let why: string | null = null;
    for (const tag of parseTags(typed)) {
      if (next.some((known) => known.toLowerCase() === tag.toLowerCase())) continue;
      if ([...tag].length > most.tag) why = t('tagTooLong', { most: most.tag });
      else if (next.length >= most.tags) why = t('tooManyTags', { most: most.tags });
      else {
        next.push(tag);
        continue;
      }
      left.push(tag);
    }
    setText(left.join(', '));
    setProblem(why);
    if (next.length === tags.length) return;
    setSaid(t('tagAdded', { name: next.slice(tags.length).join(', ') }));
    onChange(next);
  };
  const remove = (tag: string): void => {
    onChange(tags.filter((each) => each !== tag));
    setSaid(t('tagRemoved', { name: tag }));
    setProblem(null);
    input.current?.focus();
  };
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text);
    }
    const last = tags.at(-1);
    if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
  };
  const pasted = (event: ClipboardEvent<HTMLInputElement>) => {
    const clip = event.clipboardData.getData('text');
    if (!/[,\n]/.test(clip)) return;
    event.preventDefault();
    add(`${text}${clip}`);
  };
  const typed = (value: string): void => {
    const at = value.lastIndexOf(',');
    if (at < 0) {
      setProblem(null);
      setText(value);
      return;
    }
    add(value.slice(0, at));
    // Text after the last comma is still being typed.
    const rest = value.slice(at + 1).trimStart();
    if (rest !== '') setText(rest);
  };
  return (
    <Field
      name="tags"
      label={t('tags')}
      hint={awake ? t('tagsHint', { most: most.tags }) : t('tagsByComma', { most: most.tags })}
      errors={problem === null ? errors : [problem]}
    >
      {(bound) => (
        <div className={css.box}>
          {awake &&
            tags.map((tag) => (
              <span key={tag} className={css.chip}>
                {tag}
                <button
                  type="button"
                  className={css.remove}
                  aria-label={t('removeTag', { name: tag })}
                  onClick={() => remove(tag)}
                >
                  <Icon name="x" />
                </button>
              </span>
            ))}
          <input
            {...bound}
            ref={input}
            className={css.input}
            type="text"
            name="tags"
            value={text}
            autoComplete="off"
            enterKeyHint="enter"
            onChange={(event) =>
              awake ? typed(event.currentTarget.value) : setText(event.currentTarget.value)
            }
            onKeyDown={awake ? keyed : undefined}
            onPaste={awake ? pasted : undefined}
            onBlur={awake ? () => add(text) : undefined}
          />
          <VisuallyHidden>
            <span role="status">{said}</span>
          </VisuallyHidden>
        </div>
      )}
    </Field>
  );
}
