import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import css from './FileButton.module.css';
import { Icon, type IconName } from './Icon.tsx';

export type FileButtonProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> & {
  label: string;
  icon?: IconName;
  filled?: boolean;
  onChoose: (file: File) => void;
};

/** Opens the file chooser for one file, by default a picture. The same file can be chosen again. Needs a script. */
export function FileButton({ label, icon = 'image', filled, onChoose, ...rest }: FileButtonProps) {
  return (
    <label className={classes(css.choose, filled && css.filled)} data-needs-js>
      <Icon name={icon} />
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
