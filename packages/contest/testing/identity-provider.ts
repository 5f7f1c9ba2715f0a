import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IssuerSettings } from '../server/issuer.ts';

/** The people of a university, by the name with which they sign in. */
export interface Member {
  readonly name: string;
  readonly email: string;
  readonly verified?: boolean;
  readonly groups?: readonly string[];
}

/** Starts a real OpenID Connect provider on this machine. Its pages accept any password. */
export async function startProvider(members: Readonly<Record<string, Member>>): Promise<{
  readonly settings: IssuerSettings;
  /** Allows a contest server to redirect people here. */
  allow(server: string): void;
  close(): Promise<void>;
}> {
  // Most tests don't need the library, which prints a message when it is imported.
  // @ts-expect-error: the package has no types
  const { default: Provider } = await import('oidc-provider');
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const http = createServer((request, response) => answer(request, response));
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const settings = {
    id: 'uni',
    issuer,
    clientId: 'ludus',
    clientSecret: 'a secret of the two servers',
    name: 'Test University',
    scope: 'openid profile email',
    rosterClaim: 'email',
    nameClaim: 'name',
  };
  return {
    settings,
    allow(server) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: settings.clientId,
            client_secret: settings.clientSecret,
            redirect_uris: [`${server}/api/sign-in/end/${settings.id}`],
          },
        ],
        findAccount: (_: unknown, id: string) => ({
          accountId: id,
          claims: async () => {
            const { name, email, verified = true, groups } = members[id];
            return { sub: id, name, email, email_verified: verified, ...(groups && { groups }) };
          },
        }),
        claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
        pkce: { required: () => true },
        cookies: { keys: ['test'] },
      });
      answer = provider.callback();
    },
    async close() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}
