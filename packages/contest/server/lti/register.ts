import * as z from 'zod';
import { platformUrl } from '../../api/lti.ts';
import { askPlatform, jsonIn, unreadable } from './ask.ts';
import { ALGORITHM } from './keys.ts';
import { SCOPES } from './message.ts';
import { refused } from './platform.ts';

const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration';
const PLATFORM = 'https://purl.imsglobal.org/spec/lti-platform-configuration';

const configuration = z.looseObject({
  issuer: z.string().min(1).max(1000),
  authorization_endpoint: platformUrl,
  token_endpoint: platformUrl,
  jwks_uri: platformUrl,
  registration_endpoint: platformUrl,
  authorization_server: z.string().min(1).max(255).nullish(),
  [PLATFORM]: z.looseObject({ product_family_code: z.string().nullish() }).nullish(),
});
const registered = z.looseObject({
  client_id: z.string().min(1).max(255),
  [TOOL]: z.looseObject({ deployment_id: z.string().min(1).max(255).nullish() }).nullish(),
});

export interface PlatformRegistration {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly deployments: readonly string[];
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly jwksUrl: string;
  readonly audience: string | null;
}

/** Returns the addresses of this server that platforms need. */
export const toolUrls = (base: string) => ({
  login: `${base}/api/lti/login`,
  launch: `${base}/api/lti/launch`,
  keys: `${base}/api/lti/keys`,
});

/** Reads a platform's configuration, and registers this server with it. @throws {RefusalError} */
export async function register(
  base: string,
  description: string,
  token: string | undefined,
): Promise<PlatformRegistration> {
  if (!platformUrl.safeParse(description).success) throw refused('openid_configuration is not a valid address');
  const { host } = new URL(description);
  const found = configuration.safeParse(await json(host, description, {}));
  if (!found.success) throw unreadable(host);
  const platform = found.data;
  const family = platform[PLATFORM]?.product_family_code;
  const answer = registered.safeParse(
    await json(host, platform.registration_endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(toolRegistration(base, family === 'canvas')),
    }),
  );
  if (!answer.success) throw unreadable(host);
  const deployment = answer.data[TOOL]?.deployment_id;
  return {
    name: `${family ? `${family[0].toUpperCase()}${family.slice(1, 40)}, ` : ''}${host}`.slice(0, 100),
    issuer: platform.issuer,
    clientId: answer.data.client_id,
    deployments: deployment ? [deployment] : [],
    authUrl: platform.authorization_endpoint,
    tokenUrl: platform.token_endpoint,
    jwksUrl: platform.jwks_uri,
    audience: platform.authorization_server ?? null,
  };
}

/**
 * Returns this server's registration as a client of the platform. Canvas shows a tool only at the places listed here.
 */
function toolRegistration(base: string, isCanvas: boolean) {
  const { login, launch, keys } = toolUrls(base);
  return {
    application_type: 'web',
    response_types: ['id_token'],
    grant_types: ['implicit', 'client_credentials'],
    initiate_login_uri: login,
    redirect_uris: [launch],
    client_name: 'Ludus',
    jwks_uri: keys,
    id_token_signed_response_alg: ALGORITHM,
    token_endpoint_auth_method: 'private_key_jwt',
    scope: [SCOPES.lineItem, SCOPES.score, SCOPES.members].join(' '),
    [TOOL]: {
      domain: new URL(base).host,
      target_link_uri: launch,
      description: 'Contests of programs that play games',
      claims: ['iss', 'sub', 'name', 'given_name', 'family_name', 'email'],
      messages: [
        { type: 'LtiResourceLinkRequest', target_link_uri: launch, label: 'Ludus' },
        {
          type: 'LtiDeepLinkingRequest',
          target_link_uri: launch,
          label: 'Ludus',
          ...(isCanvas && { placements: ['assignment_selection', 'link_selection'] }),
        },
      ],
      ...(isCanvas && { 'https://canvas.instructure.com/lti/privacy_level': 'public' }),
    },
  };
}

const json = async (host: string, url: string, init: RequestInit): Promise<unknown> =>
  jsonIn(host, await askPlatform(host, url, init));
