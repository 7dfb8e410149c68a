import { Dialog, type DialogProps } from './Dialog.tsx';

/** Settings beside what they change: from below on phones, at the side from 960 px. Open it with `modal: false` there. */
export function Sheet(props: Omit<DialogProps, 'place' | 'actions' | 'closeLabel'> & { closeLabel: string }) {
  return <Dialog {...props} place="side" />;
}
