import type { ComponentProps } from 'react';

type HtmlProps = Omit<ComponentProps<'div'>, 'children'> & {
  as?: 'div' | 'p' | 'dd' | 'h3';
  /** Of a text of locales/content: made by the server, which lets no HTML of the text itself through. */
  html: string;
};

export const Html = ({ as: Tag = 'div', html, ...rest }: HtmlProps) => (
  <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
);
