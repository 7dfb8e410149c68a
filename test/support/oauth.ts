/** A small OAuth 2 server that imitates Facebook and Twitter: authorization code, PKCE, and the user API. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type OAuthMood = {
  person: Record<string, unknown>;
  consent: 'given' | 'refused';
  isAway: boolean;
  /** Accepts every request and never answers. */
  isSilent: boolean;
  /** The API answers as for a revoked token. */
  refusesTokens: boolean;
};

export type OAuthServer = {
  origin: string;
  mood: OAuthMood;
  /** An access token as the SDK gives it to an app. The default is our app. */
  issueToken(app?: string): string;
  close(): Promise<void>;
};

export type OAuthOptions = {
  kind: 'facebook' | 'twitter';
  clientId: string;
  secret: string;
  redirectUri: string;
  person: Record<string, unknown>;
};

type Code = { redirectUri: string; challenge: string };

class Refused extends Error {
  readonly error: string;
  constructor(error: string) {
    super(error);
    this.error = error;
  }
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

export async function startOAuthServer(options: OAuthOptions): Promise<OAuthServer> {
  const { kind, clientId, secret, redirectUri } = options;
  const mood: OAuthMood = {
    person: options.person,
    consent: 'given',
    isAway: false,
    isSilent: false,
    refusesTokens: false,
  };
  const codes = new Map<string, Code>();
  const tokens = new Map<string, string>();
  const issueToken = (app = clientId): string => {
    const token = randomUUID();
    tokens.set(token, app);
    return token;
  };

  function authorize(query: URLSearchParams): string {
    const target = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== clientId || target !== redirectUri) throw new Refused('invalid_client');
    const url = new URL(target);
    url.searchParams.set('state', query.get('state') ?? '');
    if (query.get('response_type') !== 'code' || query.get('code_challenge_method') !== 'S256') {
      url.searchParams.set('error', 'invalid_request');
    } else if (mood.consent === 'refused') {
      url.searchParams.set('error', 'access_denied');
    } else {
      const code = randomUUID();
      codes.set(code, { redirectUri: target, challenge: query.get('code_challenge') ?? '' });
      url.searchParams.set('code', code);
    }
    return url.href;
  }

  function exchange(body: URLSearchParams, headers: IncomingMessage['headers']): Record<string, unknown> {
    const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    const isClient =
      kind === 'twitter'
        ? headers.authorization === basic
        : body.get('client_id') === clientId && body.get('client_secret') === secret;
    if (!isClient) throw new Refused('invalid_client');
    const code = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (code?.challenge !== challenge || code.redirectUri !== body.get('redirect_uri')) {
      throw new Refused('invalid_grant');
    }
    return { access_token: issueToken(), token_type: 'bearer', expires_in: 7200 };
  }

  function api(url: URL, headers: IncomingMessage['headers']): Record<string, unknown> {
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (url.pathname.endsWith('/debug_token')) {
      if (bearer !== `${clientId}|${secret}`) throw new Refused('invalid_token');
      const app = tokens.get(url.searchParams.get('input_token') ?? '');
      return { data: { app_id: app, is_valid: app !== undefined, user_id: mood.person.id } };
    }
    if (mood.refusesTokens || !tokens.has(bearer)) throw new Refused('invalid_token');
    if (kind === 'twitter') return { data: mood.person };
    const proof = createHmac('sha256', secret).update(bearer).digest('hex');
    if (url.searchParams.get('appsecret_proof') !== proof) throw new Refused('invalid_token');
    const fields = (url.searchParams.get('fields') ?? '').split(',');
    return Object.fromEntries(Object.entries(mood.person).filter(([name]) => fields.includes(name)));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://local');
    if (url.pathname.endsWith('/authorize')) {
      response.writeHead(302, { location: authorize(url.searchParams) }).end();
      return;
    }
    const body = await formOf(request);
    const value = url.pathname.includes('/oauth')
      ? exchange(body, request.headers)
      : api(url, request.headers);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  }

  const server = createServer((request, response) => {
    if (mood.isAway) return void request.socket.destroy();
    if (mood.isSilent) return;
    answer(request, response).catch((problem: unknown) => {
      const error = problem instanceof Refused ? problem.error : 'server_error';
      const status = error === 'invalid_token' ? 401 : error === 'server_error' ? 500 : 400;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood,
    issueToken,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
