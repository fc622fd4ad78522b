import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A key and a certificate, both PEM. */
export interface SelfSigned {
  key: string
  cert: string
}

const SEQUENCE = 0x30
const ECDSA_WITH_SHA256 = element(SEQUENCE, oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
const ALTERNATIVE_NAMES = oid('551d11')
const BASIC_CONSTRAINTS = oid('551d13')
const TRUE = element(0x01, Buffer.from([0xff]))

/** A self-signed certificate for localhost and 127.0.0.1 (RFC 5280). */
export function selfSignedCertificate(): SelfSigned {
  return certificate('localhost', null)
}

/** The same from an authority: `server` signed by `intermediate`, which is signed by `root`. */
export function certificateChain(): Record<'root' | 'intermediate' | 'server', SelfSigned> {
  const root = certificate('Root', null, { isAuthority: true })
  const intermediate = certificate('Intermediate', { name: 'Root', key: root.key }, { isAuthority: true })
  const server = certificate('localhost', { name: 'Intermediate', key: intermediate.key })
  return { root, intermediate, server }
}

/** `issuer`: null for one that signs itself. */
function certificate(
  subject: string,
  issuer: { name: string; key: string } | null,
  { isAuthority = false } = {},
): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const hosts = element(
    SEQUENCE,
    element(0x82, Buffer.from('localhost')),
    element(0x87, Buffer.from([127, 0, 0, 1])),
  )
  const extension = isAuthority
    ? element(SEQUENCE, BASIC_CONSTRAINTS, TRUE, element(0x04, element(SEQUENCE, TRUE)))
    : element(SEQUENCE, ALTERNATIVE_NAMES, element(0x04, hosts))
  const toSign = element(
    SEQUENCE,
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    named(issuer?.name ?? subject),
    element(SEQUENCE, time('20200101000000Z'), time('21200101000000Z')),
    named(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, element(SEQUENCE, extension)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toSign, issuer?.key ?? privateKey)])
  const der = element(SEQUENCE, toSign, ECDSA_WITH_SHA256, element(0x03, signature))
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function named(name: string): Buffer {
  return element(SEQUENCE, element(0x31, element(SEQUENCE, COMMON_NAME, element(0x0c, Buffer.from(name)))))
}

/** One element of DER: tag, length, content. */
function element(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'))
}

function time(text: string): Buffer {
  return element(0x18, Buffer.from(text))
}
