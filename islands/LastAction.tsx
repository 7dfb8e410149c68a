/** Shows a toast for the action done on the previous page of the console. */
import { useEffect } from 'react';
import { Toast } from '../pages/ui/Toast.tsx';
import { takeToast } from './notices.ts';
import { useToast } from './useToast.ts';

export default function LastAction() {
  const { text, show } = useToast();
  useEffect(() => show(takeToast()), [show]);
  return <Toast>{text}</Toast>;
}
