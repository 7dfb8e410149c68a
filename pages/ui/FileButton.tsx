import type { ComponentProps } from 'react';
import css from './FileButton.module.css';
import { Icon } from './Icon.tsx';

export type FileButtonProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> & {
  label: string;
  onChoose: (file: File) => void;
};

/** A button that opens the file chooser for one picture; the same file can be chosen again. Does nothing without a script. */
export function FileButton({ label, onChoose, ...rest }: FileButtonProps) {
  return (
    <label className={css.choose} data-needs-js>
      <Icon name="image" />
      {label}
      <input
        accept="image/jpeg,image/png"
        {...rest}
        type="file"
        className={css.file}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}
