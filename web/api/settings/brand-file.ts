import * as v from 'valibot'
import { ICON_SIZES, MASKABLE_SIZES } from '#domain/settings/brand/brand-files.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { findBrandFile } from '#operations/settings/brand-files.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { reading } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { anyone } from '#web/route.ts'

const ADDRESS = /\/brand\/(\d{1,10})\.(\d{1,10})\/([\w.-]+)$/
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** GET /brand/{versions}/{file}: an icon, the link preview or the logo of emails, drawn of these versions. */
export async function brandFile(request: Request, { shop }: ApiContext): Promise<Response> {
  const [, brand = '', name = '', file = ''] = ADDRESS.exec(new URL(request.url).pathname) ?? []
  const versions = { brand: Number(brand), name: Number(name) }
  const isKnown = brand !== '' && versions.brand <= MAX_VERSION && versions.name <= MAX_VERSION
  const bytes = isKnown ? await findBrandFile(shop, versions, file) : null
  if (bytes === null) return problem({ type: 'not-found', status: 404, title: 'There is no such file.' })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), {
    headers: {
      'content-type': file.endsWith('.png') ? 'image/png' : 'image/jpeg',
      'content-length': String(bytes.length),
      'cache-control': FOR_GOOD,
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

const files = [
  ...ICON_SIZES.map((size) => `icon-${size}.png`),
  ...MASKABLE_SIZES.map((size) => `icon-${size}-maskable.png`),
  'logo.png',
  'card.jpg',
]

brandFile.docs = {
  summary: 'An icon, the link preview or the logo of the shop',
  detail:
    'Drawn of these versions of the brand and of the name of the shop. It never changes and may be kept.',
  params: v.object({
    versions: v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{1,10}$/)),
    file: v.picklist(files),
  }),
  answers: {
    200: { means: 'The file.', type: 'image/*' },
    404: refusal('There is no such file, or no such version.'),
  },
} satisfies EndpointDocs

export const routes = [anyone('GET /brand/:versions/:file', brandFile, reading)]
