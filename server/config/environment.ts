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
    description: 'production serves the built pages; development builds them on request',
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
  S3_ENDPOINT: Url('https?', 'S3-compatible storage; without it, media is stored in DATA_DIR/media'),
  S3_BUCKET: Text('bucket for media'),
  S3_REGION: Type.String({ default: 'auto', minLength: 1, description: 'region of the bucket' }),
  S3_ACCESS_KEY_ID: Text('key of the storage'),
  S3_SECRET_ACCESS_KEY: Text('secret of the storage'),
  ...smtpVariables,
  MAIL_FROM: Type.String({
    default: `${product.name} <no-reply@tsuzuki.example>`,
    minLength: 3,
    description: 'sender of e-mails',
  }),
  MAILBOX: Flag('auto', 'keep e-mails and show them at /dev/mail; auto: on this machine without SMTP_URL'),
  ...socialVariables,
  ...storeVariables,
  ...runningVariables,
  SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'key that signs picture addresses and encrypts second factors, bank accounts and tax forms; default: one stored in the database',
    }),
  ),
  VAPID_PUBLIC_KEY: Key(
    87,
    'identifies us to push services, base64url; default: a pair stored in the database',
  ),
  VAPID_PRIVATE_KEY: Key(43, 'the private half of VAPID_PUBLIC_KEY'),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'lowest level that is logged' },
  ),
  ...signalVariables,
  DEMO: Flag('auto', 'demo stories; auto: only on this machine, with an empty embedded database'),
  DEMO_PASSWORD: Text('password of the demo accounts; default: a random one that is kept'),
  WORKERS: Flag('auto', 'run the workers in the server process; auto: yes'),
  ...workerVariables,
  APP_STORE_URL: Url('https', 'the mobile app in the App Store'),
  PLAY_STORE_URL: Url('https', 'the mobile app on Google Play'),
  APP_URL: Url(
    'https',
    'another address of the mobile app; without any of the three, pages say that the app is not out yet',
  ),
  PAYOUT_DEBTOR_NAME: Text('holder of the account that payouts are made from, for the bank file'),
  PAYOUT_DEBTOR_IBAN: Text('IBAN of that account'),
  PAYOUT_DEBTOR_BIC: Type.Optional(
    Type.String({ pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2,5}$', description: 'BIC of that account' }),
  ),
  HOUSE_ADS: Text('JSON file of house ads; default: a few about ourselves'),
  AD_FRAME_URL: Url(
    'https?',
    'page of an ad server, framed for adult readers who agreed; without it, all ads are our own',
  ),
  TRUST_PROXY: Text(
    `addresses of proxies whose X-Forwarded-* headers are trusted, comma-separated; ${NO_PROXY}: no proxy is trusted`,
  ),
  COUNTRY_HEADER: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9-]{0,99}$',
      description: "header in which a proxy of TRUST_PROXY names the visitor's country",
    }),
  ),
  GEOIP_DB: Text('mmdb file with the country of each address'),
  SERVICE_WORKER: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'on',
    description: 'off: browsers drop their service worker',
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
    description: 'memory for frequently used pictures',
  }),
});

export type Environment = Static<typeof environmentSchema>;

export class ConfigError extends Error {}

export function describeVariable(name: string): string {
  const schema = (environmentSchema.properties as Record<string, { description?: string }>)[name];
  return schema?.description ?? 'unknown variable';
}
