import { createHash, createHmac } from 'node:crypto'
import type { SeenRequest } from './supplier-server.ts'

/** The key that a fake bucket accepts. */
export interface S3Key {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
const SKEW_MS = 15 * 60_000

/** The error code for a request that is not signed as signature version 4 demands; null for a good one. */
export function signatureFault(request: SeenRequest, key: S3Key): string | null {
  const { headers, method, url, body } = request
  const parsed = FORM.exec(headers.authorization ?? '')
  if (parsed === null) return 'AccessDenied'
  const [, accessKeyId = '', day = '', region = '', signedHeaders = '', signature] = parsed
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== key.region) return 'AuthorizationHeaderMalformed'
  const time = String(headers['x-amz-date'])
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(at - request.at) < SKEW_MS) || !time.startsWith(day)) return 'RequestTimeTooSkewed'
  const contentHash = String(headers['x-amz-content-sha256'])
  const canonical = [
    method,
    canonicalPath(url),
    canonicalQuery(url),
    ...signedHeaders
      .split(';')
      .map((name) => `${name}:${String(headers[name]).trim().replaceAll(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    contentHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${key.secretAccessKey}`,
  )
  if (hmac(signingKey, toSign).toString('hex') !== signature) return 'SignatureDoesNotMatch'
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  return null
}

function canonicalPath(url: string): string {
  const path = url.split('?')[0] ?? ''
  return path
    .split('/')
    .map((part) => escaped(decodeURIComponent(part)))
    .join('/')
}

function canonicalQuery(url: string): string {
  const pairs = [...new URL(url, 'http://s3.test').searchParams].map(
    ([name, value]) => `${escaped(name)}=${escaped(value)}`,
  )
  return pairs.sort().join('&')
}

function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
