import * as v from 'valibot'
import { chooseVersion } from '#operations/catalog/mirror/choose-version.ts'
import { versionSchema } from '#domain/version.ts'
import { noSuch, staffAction } from '#web/api/action.ts'
import type { MirrorStatusView } from '#web/views/catalog/mirror-status.ts'
import { mirrorStatusView } from '#web/views/catalog/mirror-status.server.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { productParams } from './product-refusals.ts'

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

export const routes = [
  staffAction('GET /api/staff/mirror', 'products.read', {
    summary: 'Changes from the source of products, such as an Airtable table',
    detail:
      'Conflicts that wait for a choice, records that are not imported with the reasons, and the last failure.',
    answers: {
      200: {
        means: 'The state; `mirror` is null when products are edited in the staff area only.',
        schema: v.object({ mirror: v.nullable(newsSchema) }),
      },
    },
    async run({ shop }) {
      return { mirror: await mirrorStatusView(shop) }
    },
  }),
  staffAction('POST /api/staff/mirror/:id/choice', 'products.write', {
    summary: 'Choose between both versions of a product',
    detail:
      '`theirs` is that of the source. `revision` and `stock`, the count of the shop, are those that were shown: units sold since stay sold.',
    params: productParams,
    body: { schema: choiceSchema, example: { revision: 3, stock: 12, take: 'theirs' } },
    answers: {
      204: { means: 'The chosen version is in the shop, and is written to the source.' },
      404: refusal('No product with this id has a conflict.'),
      409: refusal('The product has changed again since.'),
    },
    async run({ shop, params: { id }, body }) {
      const chosen = await chooseVersion(shop, { productId: id, ...body })
      if (chosen === 'not-found') return noSuch(productParams)
      if (chosen === 'chosen') return null
      return problem({
        type: chosen,
        status: 409,
        title: 'The product has changed again. Compare both versions again.',
      })
    },
  }),
]
