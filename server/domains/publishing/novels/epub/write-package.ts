import { escapeValue } from '#server/lib/prose/escape.ts';
import { escaped } from './xhtml.ts';

export type BookFacts = {
  /** A UUID, of the episode. */
  id: string;
  title: string;
  authors: readonly string[];
  /** BCP 47. */
  language: string;
  direction: 'ltr' | 'rtl' | null;
  isVertical: boolean;
  description?: string;
  publisher?: string;
  /** When the book last changed. The same book gives the same file. */
  modified: Date;
  /** Id of a picture. */
  cover: string | null;
  labels: { contents: string; cover: string; begin: string };
};

export type PackageItem = { id: string; href: string; type: string; properties?: string };

export type Findings = { hasPictures: boolean; hasAllAlt: boolean; hasMath: boolean };

export function packageXml(
  facts: BookFacts,
  items: readonly PackageItem[],
  spine: readonly string[],
  findings: Findings,
): string {
  const language = escaped(facts.language);
  const progression = facts.direction === null ? '' : ` page-progression-direction="${facts.direction}"`;
  const manifest = items.map(({ id, href, type, properties }) => {
    const more = properties === undefined ? '' : ` properties="${properties}"`;
    return `    <item id="${id}" href="${escapeValue(href)}" media-type="${type}"${more}/>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadataOf(facts, findings).join('\n')}
  </metadata>
  <manifest>
${manifest.join('\n')}
  </manifest>
  <spine${progression}>
${spine.map((id) => `    <itemref idref="${id}"/>`).join('\n')}
  </spine>
</package>
`;
}

function metadataOf(facts: BookFacts, findings: Findings): string[] {
  const meta = (property: string, value: string): string => `<meta property="${property}">${value}</meta>`;
  const optional = (tag: string, text: string | undefined): string[] =>
    text === undefined || escaped(text) === '' ? [] : [`<${tag}>${escaped(text)}</${tag}>`];
  return [
    `<dc:identifier id="id">urn:uuid:${escaped(facts.id)}</dc:identifier>`,
    `<dc:title>${escaped(facts.title) || '–'}</dc:title>`,
    `<dc:language>${escaped(facts.language)}</dc:language>`,
    ...facts.authors.flatMap((name) => optional('dc:creator', name)),
    ...optional('dc:description', facts.description),
    ...optional('dc:publisher', facts.publisher),
    meta('dcterms:modified', facts.modified.toISOString().replace(/\.\d+Z$/, 'Z')),
    ...accessibilityOf(findings).map(([name, value]) => meta(`schema:${name}`, value)),
    ...(facts.cover === null ? [] : ['<meta name="cover" content="cover-picture"/>']),
  ].map((line) => `    ${line}`);
}

/** EPUB Accessibility 1.1, 2.2. Claims only what the chapters prove. */
function accessibilityOf({ hasPictures, hasAllAlt, hasMath }: Findings): [string, string][] {
  const features = ['tableOfContents', 'readingOrder', 'structuralNavigation', 'displayTransformability'];
  if (hasPictures && hasAllAlt) features.push('alternativeText');
  if (hasMath) features.push('MathML');
  return [
    ['accessMode', 'textual'],
    ...(hasPictures ? [['accessMode', 'visual'] as [string, string]] : []),
    ...(hasAllAlt ? [['accessModeSufficient', 'textual'] as [string, string]] : []),
    ...features.map((feature): [string, string] => ['accessibilityFeature', feature]),
    ['accessibilityHazard', hasPictures ? 'unknown' : 'none'],
  ];
}
