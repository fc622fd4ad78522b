import type { ServerResponse } from 'node:http'
import { signatureFault, type S3Key } from './s3-signature.ts'
import { startSupplierServer, type SeenRequest, type SupplierServer } from './supplier-server.ts'

/** An object of a fake bucket. */
export interface S3Object {
  body: Buffer
  headers: Record<string, string>
}

/** A bucket on this machine, in path style. */
export interface S3Server extends SupplierServer {
  bucket: string
  key: S3Key
  objects: Map<string, S3Object>
  /** While true, anyone may read the objects below pictures/. */
  isPublic: boolean
  /** How many of the next requests get a 500. */
  failures: number
  /** How many requests are answered before the server falls silent. */
  answersLeft: number
  /** Whether a request was left without an answer. */
  isSilent: boolean
}

const KEPT_HEADERS = ['content-type', 'cache-control']

/** A fake S3 that checks signatures and the hashes of contents. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, S3Object>()
  const key = { accessKeyId: 'AKIDFAKE', secretAccessKey: 'fake+secret/key', region: 'ca-central-1' }
  const bucket = 'shop-pictures'
  const server = await startSupplierServer((request, response) => answer(fake, request, response))
  const fake: S3Server = Object.assign(server, {
    bucket,
    key,
    objects,
    isPublic: false,
    failures: 0,
    answersLeft: Infinity,
    isSilent: false,
  })
  return fake
}

function answer(fake: S3Server, request: SeenRequest, response: ServerResponse): void {
  fake.isSilent = fake.answersLeft <= 0
  if (fake.isSilent) return
  fake.answersLeft -= 1
  if (fake.failures > 0) {
    fake.failures -= 1
    return refuse(response, 500, 'InternalError')
  }
  const { pathname, searchParams } = new URL(request.url, 'http://s3.test')
  const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
  const name = rest.join('/')
  const isOpen = fake.isPublic && request.method === 'GET' && name.startsWith('pictures/')
  const fault = isOpen ? null : signatureFault(request, fake.key)
  if (fault !== null) return refuse(response, 403, fault)
  if (bucket !== fake.bucket) return refuse(response, 404, 'NoSuchBucket')
  if (name === '') return list(fake, searchParams, response)
  if (request.method === 'PUT') return put(fake, name, request, response)
  const object = fake.objects.get(name)
  if (request.method === 'DELETE') {
    fake.objects.delete(name)
    response.writeHead(204).end()
  } else if (object === undefined) refuse(response, 404, 'NoSuchKey')
  else response.writeHead(200, object.headers).end(request.method === 'HEAD' ? undefined : object.body)
}

function put(fake: S3Server, name: string, { body, headers }: SeenRequest, response: ServerResponse): void {
  if (headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength')
  const kept = KEPT_HEADERS.flatMap((header) => (headers[header] ? [[header, String(headers[header])]] : []))
  fake.objects.set(name, { body, headers: Object.fromEntries(kept) as Record<string, string> })
  response.writeHead(200, { etag: '"0"' }).end()
}

function list(fake: S3Server, query: URLSearchParams, response: ServerResponse): void {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('start-after') ?? ''
  const most = Number(query.get('max-keys') ?? 1_000)
  const found = [...fake.objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
  const contents = found.slice(0, most).map((name) => `<Contents><Key>${name}</Key></Contents>`)
  response.setHeader('content-type', 'application/xml')
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${fake.bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${contents.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${found.length > most}</IsTruncated>${contents.join('')}</ListBucketResult>`,
  )
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}.</Message></Error>`,
  )
}
