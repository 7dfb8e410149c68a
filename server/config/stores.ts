/** A store that is not configured sells no coins. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';

const Text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));
const Address = (fallback: string, description: string) =>
  Type.String({ default: fallback, pattern: '^https?://.+', description });

export const storeVariables = {
  COIN_PRODUCTS: Type.Optional(
    Type.String({
      pattern: '^\\s*[\\w.]{1,100}=[1-9]\\d{0,5}(\\s*,\\s*[\\w.]{1,100}=[1-9]\\d{0,5})*\\s*$',
      description: 'coins of each store product, such as coins_100=100,coins_550=550',
    }),
  ),
  STORE_SANDBOX: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'off',
    description: 'on: test purchases of the stores add coins; never use it with real readers',
  }),
  APP_STORE_BUNDLE_ID: Text('bundle of the mobile app, such as example.tsuzuki.app'),
  APP_STORE_ROOT: Text("PEM file of the root that signs the App Store's transactions (Apple Root CA - G3)"),
  GOOGLE_PLAY_PACKAGE: Text('package of the mobile app on Google Play'),
  GOOGLE_PLAY_ACCOUNT: Text('JSON file of the service account that can query purchases at Google Play'),
  GOOGLE_PLAY_API_URL: Address('https://androidpublisher.googleapis.com', 'Android Publisher API'),
  GOOGLE_PUSH_EMAIL: Text("service account that Pub/Sub uses to send Google Play's notifications"),
  GOOGLE_PUSH_AUDIENCE: Text('audience of its tokens; default: the address that is called'),
  GOOGLE_KEYS_URL: Address('https://www.googleapis.com/oauth2/v3/certs', 'keys that sign these tokens'),
};

type Variables = Static<ReturnType<typeof schemaOf>>;
const schemaOf = () => Type.Object(storeVariables);

export type AppStoreSettings = { bundleId: string; roots: readonly string[] };
export type GooglePlaySettings = {
  packageName: string;
  account: { email: string; privateKey: string; tokenUrl: string };
  apiUrl: string;
  push: { email: string; audience: string; keysUrl: string } | null;
};

export type CoinStores = {
  products: ReadonlyMap<string, number>;
  takesSandbox: boolean;
  appStore: AppStoreSettings | null;
  googlePlay: GooglePlaySettings | null;
};

/** Throws an error that begins with the variable's name. */
export function readStores(value: Variables, baseUrl: string): CoinStores {
  refuseHalf(value, 'APP_STORE_BUNDLE_ID', 'APP_STORE_ROOT');
  refuseHalf(value, 'GOOGLE_PLAY_PACKAGE', 'GOOGLE_PLAY_ACCOUNT');
  const pairs = (value.COIN_PRODUCTS ?? '').split(',').flatMap((pair): [string, number][] => {
    const [name = '', coins = ''] = pair.trim().split('=');
    return name === '' ? [] : [[name, Number(coins)]];
  });
  return {
    products: new Map(pairs),
    takesSandbox: value.STORE_SANDBOX === 'on',
    appStore: appStoreOf(value),
    googlePlay: googlePlayOf(value, baseUrl),
  };
}

function refuseHalf(value: Variables, one: keyof Variables, other: keyof Variables): void {
  if ((value[one] === undefined) !== (value[other] === undefined))
    throw new Error(
      value[one] === undefined ? `${one}: is required with ${other}` : `${other}: is required with ${one}`,
    );
}

function read<T>(name: string, path: string, make: (text: string) => T): T {
  try {
    return make(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${name}: ${path} is not usable: ${reason}`);
  }
}

function appStoreOf({ APP_STORE_BUNDLE_ID, APP_STORE_ROOT }: Variables): AppStoreSettings | null {
  if (APP_STORE_BUNDLE_ID === undefined || APP_STORE_ROOT === undefined) return null;
  const roots = read('APP_STORE_ROOT', APP_STORE_ROOT, (text) => {
    const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
    if (found.length === 0) throw new Error('it contains no certificate');
    return found.map((pem) => new X509Certificate(pem).toString());
  });
  return { bundleId: APP_STORE_BUNDLE_ID, roots };
}

function googlePlayOf(value: Variables, baseUrl: string): GooglePlaySettings | null {
  const { GOOGLE_PLAY_PACKAGE: packageName, GOOGLE_PLAY_ACCOUNT: path } = value;
  if (packageName === undefined || path === undefined) return null;
  const account = read('GOOGLE_PLAY_ACCOUNT', path, (text) => {
    const { client_email: email, private_key: privateKey, token_uri: tokenUrl } = JSON.parse(text);
    for (const each of [email, privateKey, tokenUrl])
      if (typeof each !== 'string') throw new Error('client_email, private_key or token_uri is missing');
    return { email, privateKey, tokenUrl };
  });
  const push =
    value.GOOGLE_PUSH_EMAIL === undefined
      ? null
      : {
          email: value.GOOGLE_PUSH_EMAIL,
          audience: value.GOOGLE_PUSH_AUDIENCE ?? `${baseUrl}/api/wallet/store_notifications/google_play`,
          keysUrl: value.GOOGLE_KEYS_URL,
        };
  return { packageName, account, apiUrl: value.GOOGLE_PLAY_API_URL, push };
}
