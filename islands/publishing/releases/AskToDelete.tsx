import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import { RefusedDeed } from '../../RefusedDeed.tsx';
import { useDeed } from '../../useRefusal.ts';
import css from './AskToDelete.module.css';

export type AskToDeleteProps = {
  /** Of the button that asks. */
  label: string;
  /** The question, which names what goes. */
  heading: string;
  /** Of the button that does it. */
  action: string;
  children: ReactNode;
  /** What is found out only when it is asked. */
  told?: ReactNode;
  remove: () => Promise<unknown>;
  onRemoved?: () => void;
};

/** Asks by naming what goes, since nothing brings it back. */
export function AskToDelete({ label, heading, action, children, told, remove, onRemoved }: AskToDeleteProps) {
  const t = useTranslations('console');
  const id = useId();
  const { ref, open, close } = useDialog();
  const { refusal, busy, run } = useDeed();
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
        <RefusedDeed refusal={refusal} />
      </Dialog>
    </div>
  );
}
