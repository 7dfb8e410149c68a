import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import { RefusedAction } from '../../RefusedAction.tsx';
import { useAction } from '../../useRefusal.ts';
import css from './AskToDelete.module.css';

export type AskToDeleteProps = {
  label: string;
  heading: string;
  action: string;
  children: ReactNode;
  /** Rendered only when the dialog opens, to load consequences on demand. */
  told?: ReactNode;
  remove: () => Promise<unknown>;
  onRemoved?: () => void;
};

export function AskToDelete({ label, heading, action, children, told, remove, onRemoved }: AskToDeleteProps) {
  const t = useTranslations('console');
  const id = useId();
  const { ref, open, close } = useDialog();
  const { refusal, busy, run } = useAction();
  const [isAsked, setIsAsked] = useState(false);
  const ask = () => {
    setIsAsked(true);
    open();
  };
  return (
    <div className={css.danger} data-needs-js>
      <Button kind="danger" icon="trash-2" onClick={ask}>
        {label}
      </Button>
      <Dialog
        id={id}
        ref={ref}
        heading={heading}
        onClose={() => setIsAsked(false)}
        actions={
          <>
            <Button
              className={css.bad}
              busy={busy && t('deleting')}
              onClick={async () => {
                if (await run(remove)) onRemoved?.();
              }}
            >
              {action}
            </Button>
            <Button kind="quiet" onClick={() => close()}>
              {t('keep')}
            </Button>
          </>
        }
      >
        {children}
        {isAsked && told}
        <RefusedAction refusal={refusal} />
      </Dialog>
    </div>
  );
}
