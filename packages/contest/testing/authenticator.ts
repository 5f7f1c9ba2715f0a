import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { CallOf } from '../api/routes.ts';

/** A passkey as a browser makes it, with its own key: enough of WebAuthn to answer what the server asks. */
export class Authenticator {
  private readonly origin: string;
  private readonly id = randomBytes(16);
  private readonly key: KeyObject;
  private readonly place: Buffer;
  private readonly publicKey: Buffer;

  /** `origin`: of the page, `http://localhost:3000`. */
  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.origin = origin;
    this.key = privateKey;
    this.place = createHash('sha256').update(new URL(origin).hostname).digest();
    // A map of five in CBOR: an EC key for ES256 on P-256, and its point.
    this.publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
  }

  /** A browser's answer after it has made the key. */
  made(challenge: unknown): CallOf<'makePasskey'>['body']['response'] {
    const length = Buffer.from([0, this.id.length]);
    // Someone was there and was recognised, and the key is in it.
    const data = Buffer.concat([this.data(0x45), Buffer.alloc(16), length, this.id, this.publicKey]);
    // A map of three in CBOR: fmt "none", attStmt {}, authData.
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

  /** A browser's answer when it signs in with the key. */
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
