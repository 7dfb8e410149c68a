import Type from 'typebox';

const Url = (description: string) => Type.Optional(Type.String({ pattern: '^(https?)://.+', description }));

export const deliveryVariables = {
  S3_PUBLIC_ENDPOINT: Url(
    'address at which browsers reach S3_ENDPOINT, to upload large files; without it, all files go through the server',
  ),
  CDN_MAX_AGE_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 86400,
    default: 0,
    description: 's-maxage of public pages, for a CDN that is purged by their tags',
  }),
  CDN_PURGE: Type.Union([Type.Literal('cloudflare'), Type.Literal('fastly'), Type.Literal('varnish')], {
    default: 'cloudflare',
    description: 'how the CDN reads tags and accepts purges',
  }),
  CDN_PURGE_URL: Url('address that changed tags are sent to; comma-separated for several caches of your own'),
  CDN_PURGE_TOKEN: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'token that authorizes purges at the CDN' }),
  ),
  CDN_SIGNED_PICTURES: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'off',
    description:
      'on: the CDN also caches pictures with signed addresses until they expire; its cache key must include the query',
  }),
};
