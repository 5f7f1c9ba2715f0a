import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { CallOf } from '../api/routes.ts';

/** A simulated passkey with its own key. It implements enough of WebAuthn to answer the server's requests. */
export class Authenticator {
  private readonly origin: string;
  private readonly id = randomBytes(16);
  private readonly key: KeyObject;
  private readonly place: Buffer;
  private readonly publicKey: Buffer;

  /** `origin`: the page's origin, `http://localhost:3000`. */
  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.origin = origin;
    this.key = privateKey;
    this.place = createHash('sha256').update(new URL(origin).hostname).digest();
    // A CBOR map of five entries: an EC key for ES256 on P-256, and its point.
    this.publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
  }

  /** Returns a browser's response after creating the passkey. */
  made(challenge: unknown): CallOf<'makePasskey'>['body']['response'] {
    const length = Buffer.from([0, this.id.length]);
    // Flags: user present, user verified, and attested credential data included.
    const data = Buffer.concat([this.data(0x45), Buffer.alloc(16), length, this.id, this.publicKey]);
    // A CBOR map of three entries: fmt "none", attStmt {}, authData.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a06861757468446174615900', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return {
      ...this.named,
      response: {
        clientDataJSON: coded(this.client('webauthn.create', challenge)),
        attestationObject: coded(attestation),
      },
    };
  }

  /** Returns a browser's response when signing in with the passkey. */
  signed(challenge: unknown): CallOf<'usePasskey'>['body']['response'] {
    const client = this.client('webauthn.get', challenge);
    const data = this.data(0x05);
    const hash = createHash('sha256').update(client).digest();
    const signature = createSign('sha256').update(data).update(hash).sign(this.key);
    return {
      ...this.named,
      response: {
        clientDataJSON: coded(client),
        authenticatorData: coded(data),
        signature: coded(signature),
      },
    };
  }

  private get named() {
    return { id: coded(this.id), rawId: coded(this.id), type: 'public-key' as const, clientExtensionResults: {} };
  }

  private data(flags: number): Buffer {
    return Buffer.concat([this.place, Buffer.from([flags, 0, 0, 0, 0])]);
  }

  private client(type: string, challenge: unknown): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }
}

const coded = (bytes: Buffer): string => bytes.toString('base64url');
