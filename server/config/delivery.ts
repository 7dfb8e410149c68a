import Type from 'typebox';

const Url = (description: string) => Type.Optional(Type.String({ pattern: '^(https?)://.+', description }));

export const deliveryVariables = {
  S3_PUBLIC_ENDPOINT: Url(
    'where browsers reach S3_ENDPOINT, to put large files there themselves; without it all files go through the server',
  ),
  CDN_MAX_AGE_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 86400,
    default: 0,
    description: 's-maxage of public pages, for a CDN that is purged by their tags',
  }),
  CDN_PURGE: Type.Union([Type.Literal('cloudflare'), Type.Literal('fastly'), Type.Literal('varnish')], {
    default: 'cloudflare',
    description: 'how the CDN reads tags and takes purges',
  }),
  CDN_PURGE_URL: Url('where changed tags are sent; several, for caches of our own, stand with commas'),
  CDN_PURGE_TOKEN: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'token by which the CDN knows who purges' }),
  ),
  CDN_SIGNED_PICTURES: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'off',
    description:
      'on: the CDN keeps pictures with signed addresses, too, until they expire; its key must hold the query',
  }),
};
