import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** The options that a browser gets. */
interface Asked {
  challenge: string
  rp?: { id: string }
  rpId?: string
}

/** How an answer differs from what it should be. */
interface Tampering {
  origin?: string
  challenge?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
}

const b64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

/** An authenticator with one passkey, in software: WebAuthn level 3, ES256, attestation "none". */
export class SoftPasskey {
  readonly id = randomBytes(16)
  readonly #origin: string
  readonly #privateKey: KeyObject
  readonly #publicKey: Buffer
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    this.#publicKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
  }

  /** The answer of `navigator.credentials.create()`, as JSON. */
  make(asked: Asked, twist: Tampering = {}) {
    const credential = Buffer.concat([
      Buffer.alloc(16), // no AAGUID
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey,
    ])
    const data = Buffer.concat([this.#data(asked.rp?.id ?? '', 0x40, twist), credential])
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ])
    return this.#answer({
      clientDataJSON: b64(this.#clientData('webauthn.create', asked, twist)),
      attestationObject: b64(attestation),
      transports: ['internal'],
    })
  }

  /** The answer of `navigator.credentials.get()`, as JSON. */
  use(asked: Asked, twist: Tampering = {}) {
    const clientData = this.#clientData('webauthn.get', asked, twist)
    const data = this.#data(asked.rpId ?? '', 0, twist)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#privateKey)
    return this.#answer({
      clientDataJSON: b64(clientData),
      authenticatorData: b64(data),
      signature: b64(signature),
    })
  }

  #answer<T extends object>(response: T) {
    return {
      id: b64(this.id),
      rawId: b64(this.id),
      type: 'public-key' as const,
      clientExtensionResults: {},
      response,
    }
  }

  #clientData(type: string, { challenge }: Asked, twist: Tampering): string {
    const origin = twist.origin ?? this.#origin
    return JSON.stringify({ type, challenge: twist.challenge ?? challenge, origin, crossOrigin: false })
  }

  /** Present, and verified unless told otherwise. */
  #data(rpId: string, flags: number, { rpId: other, isVerified = true, counter }: Tampering): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? (this.#counter += 1))
    return Buffer.concat([
      sha256(other ?? rpId),
      Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)]),
      count,
    ])
  }
}
