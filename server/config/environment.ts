import Type, { type Static } from 'typebox';
import { product } from '../lib/product.ts';
import { databaseVariables } from './database.ts';
import { deliveryVariables } from './delivery.ts';
import { redisVariables } from './redis.ts';
import { runningVariables } from './running.ts';
import { signalVariables } from './signals.ts';
import { smtpVariables } from './smtp.ts';
import { socialVariables } from './social.ts';
import { storeVariables } from './stores.ts';
import { workerVariables } from './workers.ts';

const Flag = (fallback: 'on' | 'off' | 'auto', description: string) =>
  Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('auto')], {
    default: fallback,
    description,
  });
const Port = (fallback: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: fallback, description });
const Url = (schemes: string, description: string) =>
  Type.Optional(Type.String({ pattern: `^(${schemes})://.+`, description }));
const Key = (length: number, description: string) =>
  Type.Optional(Type.String({ pattern: `^[\\w-]{${length}}$`, description }));
const Text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

/** Value of `TRUST_PROXY` that declares that there is no proxy. */
export const NO_PROXY = 'none';

export const environmentSchema = Type.Object({
  NODE_ENV: Type.Union([Type.Literal('production'), Type.Literal('development'), Type.Literal('test')], {
    default: 'production',
    description: 'production serves the built pages; development transforms them on the fly',
  }),
  PORT: Port(3000, 'port of the web server'),
  HOST: Type.String({ default: '0.0.0.0', minLength: 1, description: 'address to listen on' }),
  BASE_URL: Url('https?', 'public origin, such as https://tsuzuki.example; default http://localhost:PORT'),
  API_HOST: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.-]+(:[0-9]+)?$',
      description: 'host on which the API also answers at its root',
    }),
  ),
  DATA_DIR: Type.String({ default: './data', minLength: 1, description: 'folder of the embedded services' }),
  ...databaseVariables,
  ...redisVariables,
  S3_ENDPOINT: Url('https?', 'S3-compatible storage; without it media lie in DATA_DIR/media'),
  S3_BUCKET: Text('bucket of the media'),
  S3_REGION: Type.String({ default: 'auto', minLength: 1, description: 'region of the bucket' }),
  S3_ACCESS_KEY_ID: Text('key of the storage'),
  S3_SECRET_ACCESS_KEY: Text('secret of the storage'),
  ...smtpVariables,
  MAIL_FROM: Type.String({
    default: `${product.name} <no-reply@tsuzuki.example>`,
    minLength: 3,
    description: 'sender of the mails',
  }),
  MAILBOX: Flag('auto', 'keep mails and show them at /dev/mail; auto: on this machine without SMTP_URL'),
  ...socialVariables,
  ...storeVariables,
  ...runningVariables,
  SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'key that signs picture addresses and seals second factors, bank accounts and tax forms; default: one kept in the database',
    }),
  ),
  VAPID_PUBLIC_KEY: Key(
    87,
    'by which push services know us, base64url; default: a pair kept in the database',
  ),
  VAPID_PRIVATE_KEY: Key(43, 'the private half of VAPID_PUBLIC_KEY'),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'least severe level that is logged' },
  ),
  ...signalVariables,
  DEMO: Flag('auto', 'demo stories; auto: only on this machine, in an empty embedded database'),
  DEMO_PASSWORD: Text('password of the demo accounts; default: one made at random and kept'),
  WORKERS: Flag('auto', 'run the workers in the server process; auto: yes'),
  ...workerVariables,
  APP_STORE_URL: Url('https', 'the mobile app in the App Store'),
  PLAY_STORE_URL: Url('https', 'the mobile app on Google Play'),
  APP_URL: Url(
    'https',
    'where readers get the mobile app besides; without any of the three it is not out yet',
  ),
  PAYOUT_DEBTOR_NAME: Text('holder of the account that payouts are made from, for the file for the bank'),
  PAYOUT_DEBTOR_IBAN: Text('its IBAN'),
  PAYOUT_DEBTOR_BIC: Type.Optional(
    Type.String({ pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2,5}$', description: 'BIC of its bank' }),
  ),
  HOUSE_ADS: Text('JSON file of our own advertisements; default: a few about ourselves'),
  AD_FRAME_URL: Url(
    'https?',
    'page of an ad server, framed in readers for adults who agreed; without it all advertisements are our own',
  ),
  TRUST_PROXY: Text(
    `addresses of proxies whose X-Forwarded-* are believed, comma-separated; ${NO_PROXY}: nobody is believed`,
  ),
  COUNTRY_HEADER: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9-]{0,99}$',
      description: 'header in which a proxy of TRUST_PROXY names the country of its visitor',
    }),
  ),
  GEOIP_DB: Text('file (mmdb) that knows the country of an address'),
  SERVICE_WORKER: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'on',
    description: 'off: browsers drop the worker that keeps saved episodes',
  }),
  ...deliveryVariables,
  PAGE_CACHE_MIB: Type.Integer({
    minimum: 1,
    maximum: 4096,
    default: 32,
    description: 'memory for rendered pages',
  }),
  MEDIA_CACHE_MIB: Type.Integer({
    minimum: 1,
    maximum: 16384,
    default: 64,
    description: 'memory for hot pictures',
  }),
});

export type Environment = Static<typeof environmentSchema>;

export class ConfigError extends Error {}

export function describeVariable(name: string): string {
  const schema = (environmentSchema.properties as Record<string, { description?: string }>)[name];
  return schema?.description ?? 'unknown variable';
}
