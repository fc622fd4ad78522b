import * as v from 'valibot'
import { toProductId } from '#domain/ids.ts'
import { STOCK_REASONS } from '#domain/stock/stock-change.ts'
import { stockCountSchema } from '#domain/stock/stock-count.ts'
import { countStock } from '#operations/stock/count-stock.ts'
import { readMovements } from '#operations/stock/read-stock.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { noSuchProduct } from '#web/api/catalogue/product-refusals.ts'
import { staffProductSchema } from '#web/api/catalogue/staff-product-schema.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { idIn, idParams } from '#web/api/staff/staff-address.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { staff } from '#web/route.ts'
import { staffProduct } from '#web/views/catalogue/staff-product.server.ts'

const countedSchema = v.object({ product: staffProductSchema, ledger: countSchema })

/** POST /api/staff/products/{id}/count {ledger, counted}: sets counts to what is on the shelf. */
export async function countStaffStock(
  request: Request,
  { shop, staff: { member } }: StaffContext,
): Promise<Response> {
  const body = await readJson(request, stockCountSchema)
  if ('refusal' in body) return body.refusal
  const id = idIn(request, toProductId)
  if (id === null) return noSuchProduct()
  const outcome = await countStock(shop, { id, ...body.value, by: member.email })
  switch (outcome.kind) {
    case 'counted':
      return Response.json({ product: staffProduct(shop.images, outcome.product), ledger: outcome.ledger })
    case 'not-found':
      return noSuchProduct()
    case 'not-counted': {
      const errors = [{ path: '/counted', message: outcome.reason }]
      return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
    }
    case 'counted-meanwhile':
      return problem({
        type: 'counted-meanwhile',
        status: 409,
        title:
          'Someone else has counted this product in the meantime. Check the counts, and count again where they differ.',
        current: { product: staffProduct(shop.images, outcome.product), ledger: outcome.ledger },
      })
  }
}

countStaffStock.docs = {
  summary: 'Set the counts of a product to what is on the shelf',
  detail:
    'Each number is of the moment when the counts were read: `seen` is what they were, `ledger` where the stock ledger stood. Units sold or returned since are subtracted and added. A size is null for the product’s own count.',
  params: idParams,
  body: {
    schema: stockCountSchema,
    example: { ledger: 1, counted: [{ size: null, seen: 10, stock: 8 }] },
  },
  answers: {
    200: { means: 'The product as it is stored, and where the ledger stands now.', schema: countedSchema },
    404: refusal('There is no such product.'),
    409: refusal(
      'The product was counted since: `current` is how it is now.',
      v.looseObject({ ...problemSchema.entries, current: countedSchema }),
    ),
  },
} satisfies EndpointDocs

const movementsSchema = v.object({
  movements: v.array(
    v.object({
      id: countSchema,
      size: v.nullable(v.string()),
      delta: v.pipe(v.number(), v.integer()),
      after: v.nullable(countSchema),
      reason: v.picklist(STOCK_REASONS),
      by: v.string(),
      orderNumber: v.nullable(v.string()),
      at: countSchema,
    }),
  ),
  older: v.nullable(countSchema),
})

/** GET /api/staff/products/{id}/movements?before=: a page of what happened to the counts of a product. */
export async function listStaffMovements(request: Request, { shop }: StaffContext): Promise<Response> {
  const id = idIn(request, toProductId)
  const product = id === null ? null : await shop.catalog.find(id, { archivedToo: true })
  if (product === null) return noSuchProduct()
  const before = Number(new URL(request.url).searchParams.get('before') ?? Number.NaN)
  return Response.json(await readMovements(shop, product.id, Number.isSafeInteger(before) ? before : null))
}

listStaffMovements.docs = {
  summary: 'The stock changes of a product, newest first',
  detail: 'A page at a time: `older`, when it is not null, is the `before` of the next one.',
  params: idParams,
  query: v.object({ before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))) }),
  answers: {
    200: { means: 'A page of the ledger.', schema: movementsSchema },
    404: refusal('There is no such product.'),
  },
} satisfies EndpointDocs

export const routes = [
  staff('POST /api/staff/products/:id/count', 'products.write', countStaffStock),
  staff('GET /api/staff/products/:id/movements', 'products.read', listStaffMovements),
]
