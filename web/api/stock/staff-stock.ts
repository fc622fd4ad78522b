import * as v from 'valibot'
import { STOCK_REASONS } from '#domain/stock/stock-change.ts'
import { stockCountSchema } from '#domain/stock/stock-count.ts'
import { countStock } from '#operations/stock/count-stock.ts'
import { readMovements } from '#operations/stock/read-stock.ts'
import { noSuch, staffAction } from '#web/api/action.ts'
import { productParams } from '#web/api/catalog/product-refusals.ts'
import { staffProductSchema } from '#web/api/catalog/staff-product-schema.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { staffProduct } from '#web/views/catalog/staff-product.server.ts'

const countedSchema = v.object({ product: staffProductSchema, ledger: countSchema })

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

export const routes = [
  staffAction('POST /api/staff/products/:id/count', 'products.write', {
    summary: 'Set the counts of a product to what is on the shelf',
    detail:
      'Each number is of the moment when the counts were read: `seen` is what they were, `ledger` where the stock ledger stood. Units sold or returned since are subtracted and added. A size is null for the product’s own count.',
    params: productParams,
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
    async run({ shop, staff: { member }, params: { id }, body }) {
      const outcome = await countStock(shop, { id, ...body, by: member.email })
      switch (outcome.kind) {
        case 'counted':
          return { product: staffProduct(shop.images, outcome.product), ledger: outcome.ledger }
        case 'not-found':
          return noSuch(productParams)
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
    },
  }),
  staffAction('GET /api/staff/products/:id/movements', 'products.read', {
    summary: 'The stock changes of a product, newest first',
    detail: 'A page at a time: `older`, when it is not null, is the `before` of the next one.',
    params: productParams,
    query: v.object({ before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))) }),
    answers: {
      200: { means: 'A page of the ledger.', schema: movementsSchema },
      404: refusal('There is no such product.'),
    },
    async run({ shop, request, params: { id } }) {
      const product = id === null ? null : await shop.catalog.find(id, { archivedToo: true })
      if (product === null) return noSuch(productParams)
      const before = Number(new URL(request.url).searchParams.get('before') ?? Number.NaN)
      return await readMovements(shop, product.id, Number.isSafeInteger(before) ? before : null)
    },
  }),
]
