import type { ComponentProps } from 'react';

type HtmlProps = Omit<ComponentProps<'div'>, 'children'> & {
  as?: 'div' | 'p' | 'dd' | 'h3';
  /** From locales/content. The server escapes all HTML in the text. */
  html: string;
};

export const Html = ({ as: Tag = 'div', html, ...rest }: HtmlProps) => (
  <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
);
