/** Tells on a page of the console what was done on the one before. */
import { useEffect } from 'react';
import { Toast } from '../pages/ui/Toast.tsx';
import { takeToast } from './notices.ts';
import { useToast } from './useToast.ts';

export default function LastDeed() {
  const { text, show } = useToast();
  useEffect(() => show(takeToast()), [show]);
  return <Toast>{text}</Toast>;
}
