import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import { cloudinaryCredentialsFault, type CloudinaryKey } from './cloudinary-credentials.ts'
import { deliverPicture, type CloudinaryAsset } from './cloudinary-delivery.ts'
import { startSupplierServer, type SeenRequest, type SupplierServer } from './supplier-server.ts'

/** A cloud on this machine: upload and admin API, and delivery. */
export interface CloudinaryServer extends SupplierServer {
  cloud: string
  key: CloudinaryKey
  assets: Map<string, CloudinaryAsset>
}

type Parameters = Map<string, string | Buffer>

/** A fake Cloudinary that checks credentials (HTTP Basic, or signed parameters) and makes what is delivered. */
export async function startCloudinaryServer(): Promise<CloudinaryServer> {
  const assets = new Map<string, CloudinaryAsset>()
  const server = await startSupplierServer((request, response) => answer(fake, request, response))
  const key = { apiKey: '874837483274837', apiSecret: 'a676b67565c6767a6767d6767f676fe1' }
  const fake: CloudinaryServer = Object.assign(server, { cloud: 'demo', key, assets })
  return fake
}

async function answer(fake: CloudinaryServer, request: SeenRequest, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url, 'http://cloudinary.test')
  const delivered = `/${fake.cloud}/image/upload/`
  if (request.method === 'GET' && pathname.startsWith(delivered)) {
    return deliverPicture(
      fake.assets,
      decodeURIComponent(pathname.slice(delivered.length)),
      request,
      response,
    )
  }
  const parameters = await parametersOf(request)
  const fault = cloudinaryCredentialsFault(request, parameters, fake.key)
  if (fault !== null) return refuse(response, 401, fault)
  const base = `/v1_1/${fake.cloud}`
  if (request.method === 'POST' && pathname === `${base}/image/upload`)
    return upload(fake, parameters, response)
  if (request.method === 'POST' && pathname === `${base}/image/destroy`) {
    const wasThere = fake.assets.delete(String(parameters.get('public_id')))
    return send(response, { result: wasThere ? 'ok' : 'not found' })
  }
  if (request.method === 'GET' && pathname === `${base}/resources/image/upload`) {
    return listResources(fake, searchParams, response)
  }
  refuse(response, 404, `Resource not found - ${pathname}`)
}

async function upload(
  fake: CloudinaryServer,
  parameters: Parameters,
  response: ServerResponse,
): Promise<void> {
  const file = parameters.get('file')
  const publicId = String(parameters.get('public_id') ?? `random${fake.assets.size}`)
  if (!Buffer.isBuffer(file)) return refuse(response, 400, 'Missing required parameter - file')
  const found = await sharp(file)
    .metadata()
    .catch(() => null)
  if (found === null) return refuse(response, 400, 'Invalid image file')
  const isKept = ['false', '0'].includes(String(parameters.get('overwrite'))) && fake.assets.has(publicId)
  if (!isKept) {
    const { width, height, format } = found
    fake.assets.set(publicId, { bytes: file, width, height, format: format === 'jpeg' ? 'jpg' : format })
  }
  send(response, { ...described(fake, publicId), ...(isKept && { existing: true }) })
}

function listResources(fake: CloudinaryServer, query: URLSearchParams, response: ServerResponse): void {
  const most = Number(query.get('max_results') ?? 10)
  const wanted = query.getAll('public_ids[]')
  const prefix = query.get('prefix') ?? ''
  const cursor = query.get('next_cursor') ?? ''
  const all = [...fake.assets.keys()].sort()
  const found = all.filter((id) =>
    wanted.length > 0 ? wanted.includes(id) : id.startsWith(prefix) && id > cursor,
  )
  const page = found.slice(0, most)
  send(response, {
    resources: page.map((id) => described(fake, id)),
    ...(found.length > most && { next_cursor: page.at(-1) }),
  })
}

function described(fake: CloudinaryServer, publicId: string): object {
  const asset = fake.assets.get(publicId)
  if (asset === undefined) throw new Error(`There is no asset ${publicId}`)
  const { width, height, format, bytes } = asset
  const address = `${fake.url}/${fake.cloud}/image/upload/v1/${publicId}.${format}`
  return {
    asset_id: publicId,
    public_id: publicId,
    version: 1,
    width,
    height,
    format,
    resource_type: 'image',
    type: 'upload',
    bytes: bytes.length,
    secure_url: address,
  }
}

/** The parameters of the query and of the body, in either of its encodings. */
async function parametersOf({ url, headers, body }: SeenRequest): Promise<Parameters> {
  const type = headers['content-type'] ?? ''
  const parameters: Parameters = new Map(new URL(url, 'http://cloudinary.test').searchParams)
  if (!type.includes('form')) return parameters
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  for (const [name, value] of form) {
    parameters.set(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()))
  }
  return parameters
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-cld-error': message })
  response.end(JSON.stringify({ error: { message } }))
}
