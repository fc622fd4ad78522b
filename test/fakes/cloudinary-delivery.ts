import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import type { SeenRequest } from './supplier-server.ts'

const ADDRESS = /^(?:([a-z]+_[^/]+)\/)?v\d+\/(.+?)(?:\.(?:jpg|png|webp|avif))?$/

/** A picture at the fake, as it was sent. */
export interface CloudinaryAsset {
  bytes: Buffer
  width: number
  height: number
  format: string
}

/** Answers `[transformation/]v1/public_id`: the original, a width in a format, or what is known of it. */
export async function deliverPicture(
  assets: ReadonlyMap<string, CloudinaryAsset>,
  path: string,
  { headers }: SeenRequest,
  response: ServerResponse,
): Promise<void> {
  const [, steps = '', publicId = ''] = ADDRESS.exec(path) ?? []
  const asset = assets.get(publicId)
  if (asset === undefined) {
    response.writeHead(404, { 'x-cld-error': `Resource not found - ${publicId}` }).end()
    return
  }
  const { bytes, width, height, format } = asset
  const step = (name: string) => new RegExp(`(?:^|,)${name}_([^,]+)`).exec(steps)?.[1]
  if (step('fl') === 'getinfo') {
    const info = { width, height, bytes: bytes.length }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ input: info, output: info }))
    return
  }
  if (steps === '') {
    response.writeHead(200, { 'content-type': `image/${format}` }).end(bytes)
    return
  }
  const chosen = step('f') === 'auto' ? bestFor(headers.accept ?? '', format) : (step('f') ?? format)
  const wanted = Number(step('w') ?? width)
  const made = await sharp(bytes)
    .resize({ width: wanted, withoutEnlargement: step('c') === 'limit' })
    .toFormat(chosen as 'avif', chosen === 'avif' ? { effort: 0 } : {})
    .toBuffer()
  response.writeHead(200, { 'content-type': `image/${chosen}` }).end(made)
}

function bestFor(accept: string, own: string): string {
  return ['avif', 'webp'].find((format) => accept.includes(`image/${format}`)) ?? own
}
