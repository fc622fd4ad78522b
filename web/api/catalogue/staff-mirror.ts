import * as v from 'valibot'
import { toProductId } from '#domain/ids.ts'
import { chooseVersion } from '#operations/catalogue/mirror/choose-version.ts'
import { versionSchema } from '#domain/version.ts'
import type { MirrorStatusView } from '#web/views/catalogue/mirror-status.ts'
import { mirrorStatusView } from '#web/views/catalogue/mirror-status.server.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { idIn, idParams } from '#web/api/staff/staff-address.ts'
import { staff } from '#web/route.ts'
import { noSuchProduct } from './product-refusals.ts'

const newsSchema = v.object({
  label: v.string(),
  failure: v.nullable(v.object({ words: v.string(), since: v.string() })),
  conflicts: v.array(
    v.object({
      productId: v.string(),
      name: v.string(),
      revision: versionSchema,
      stock: v.nullable(v.number()),
      fields: v.array(v.object({ label: v.string(), theirs: v.string(), ours: v.string() })),
    }),
  ),
  problems: v.array(v.object({ name: v.string(), reasons: v.array(v.string()) })),
}) satisfies v.GenericSchema<MirrorStatusView>

const choiceSchema = v.object({
  revision: versionSchema,
  stock: v.nullable(v.number()),
  take: v.picklist(['theirs', 'ours']),
})

/** GET /api/staff/mirror: the state of mirroring the source of products. */
export async function readStaffMirror(_request: Request, { shop }: StaffContext): Promise<Response> {
  return Response.json({ mirror: await mirrorStatusView(shop) })
}

readStaffMirror.docs = {
  summary: 'Changes from the source of products, such as an Airtable table',
  detail:
    'Conflicts that wait for a choice, records that are not imported with the reasons, and the last failure.',
  answers: {
    200: {
      means: 'The state; `mirror` is null when products are edited in the staff area only.',
      schema: v.object({ mirror: v.nullable(newsSchema) }),
    },
  },
} satisfies EndpointDocs

/** POST /api/staff/mirror/{id}/choice: the version to keep of a product that changed on both sides. */
export async function chooseStaffMirror(request: Request, { shop }: StaffContext): Promise<Response> {
  const body = await readJson(request, choiceSchema)
  if ('refusal' in body) return body.refusal
  const productId = idIn(request, toProductId)
  const chosen = productId === null ? 'not-found' : await chooseVersion(shop, { productId, ...body.value })
  if (chosen === 'not-found') return noSuchProduct()
  if (chosen === 'chosen') return new Response(null, { status: 204 })
  return problem({
    type: chosen,
    status: 409,
    title: 'The product has changed again. Compare both versions again.',
  })
}

chooseStaffMirror.docs = {
  summary: 'Choose between both versions of a product',
  detail:
    '`theirs` is that of the source. `revision` and `stock`, the count of the shop, are those that were shown: units sold since stay sold.',
  params: idParams,
  body: { schema: choiceSchema, example: { revision: 3, stock: 12, take: 'theirs' } },
  answers: {
    204: { means: 'The chosen version is in the shop, and is written to the source.' },
    404: refusal('No product with this id has a conflict.'),
    409: refusal('The product has changed again since.'),
  },
} satisfies EndpointDocs

export const routes = [
  staff('GET /api/staff/mirror', 'products.read', readStaffMirror),
  staff('POST /api/staff/mirror/:id/choice', 'products.write', chooseStaffMirror),
]
