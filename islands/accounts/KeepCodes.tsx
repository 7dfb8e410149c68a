/** Copies, saves and prints the recovery codes on the page. Without a script, users write them down. */
import { useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import css from './second-factor/Passkey.module.css';

export default function KeepCodes({ codes, fileName }: { codes: readonly string[]; fileName: string }) {
  const t = useTranslations('factor');
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = `${codes.join('\n')}\n`;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = fileName;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  return (
    <div className={css.tools} data-needs-js>
      <Button icon="copy" onClick={() => void copy()}>
        {t('copy')}
      </Button>
      <Button icon="download" onClick={save}>
        {t('textFile')}
      </Button>
      <Button onClick={() => window.print()}>{t('print')}</Button>
      <span role="status">{copied === null ? '' : t(copied ? 'copied' : 'notCopied')}</span>
    </div>
  );
}
