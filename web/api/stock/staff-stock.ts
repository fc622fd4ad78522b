import * as v from 'valibot'
import { stockChangeSchema } from '#domain/catalog/stock-edit.ts'
import { changeStock } from '#operations/catalog/change-stock.ts'
import { STOCK_REASONS } from '#domain/stock/stock-change.ts'
import { stockCountSchema } from '#domain/stock/stock-count.ts'
import { preorderSchema } from '#domain/catalog/preorder.ts'
import { savePreorder } from '#operations/stock/save-preorder.ts'
import { countStock } from '#operations/stock/count-stock.ts'
import { readMovements } from '#operations/stock/read-stock.ts'
import { noSuch, staffAction } from '#web/api/action.ts'
import { changedProduct, productParams, PRODUCT_CHANGE_ANSWERS } from '#web/api/catalog/product-refusals.ts'
import { staffProductSchema } from '#web/api/catalog/staff-product-schema.ts'
import { PRODUCT_FILTERS } from '#domain/catalog/staff-list.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cursorAt, LIST_DETAIL, listEntries, nextSchema, pageOf } from '#web/views/list-cursor.server.ts'
import { countSchema, ordinalSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { staffProduct } from '#web/views/catalog/staff-product.server.ts'

function stockOf({ id, name, version, stock, sizes, codes }: Product) {
  const codesOf = (size: string) => codes.find((one) => one.size === size)
  return {
    productId: id,
    name,
    version,
    stock,
    sizes: sizes.map(({ size, stock: own }) => ({
      size,
      stock: own,
      sku: codesOf(size)?.sku ?? '',
      barcode: codesOf(size)?.barcode ?? '',
    })),
  }
}

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
      delivery: v.nullable(v.object({ id: v.string(), name: v.string() })),
      at: countSchema,
    }),
  ),
  next: nextSchema,
})

const stockSchema = v.object({
  productId: v.string(),
  name: v.string(),
  version: ordinalSchema,
  stock: v.nullable(countSchema),
  sizes: v.array(
    v.object({ size: v.string(), stock: v.nullable(countSchema), sku: v.string(), barcode: v.string() }),
  ),
})

export const routes = [
  staffAction('GET /api/staff/stock', 'products.read', {
    summary: 'The stock counts of the products',
    detail: `${LIST_DETAIL} A size without a count of its own has null, and so has a product that is not counted. PUT /api/staff/products/:id/stock changes a count.`,
    query: v.object({
      stock: v.optional(PRODUCT_FILTERS.stock.schema),
      ...listEntries,
    }),
    answers: {
      200: {
        means: 'The counts of the next products.',
        schema: v.object({ stock: v.array(stockSchema), next: nextSchema }),
      },
    },
    async run({ shop, query: { stock, cursor: after, limit } }) {
      const wanted = { stock, after, limit: limit + 1, offset: 0 }
      const { products } = await shop.catalog.listForStaff(wanted)
      const { shown, next } = pageOf(products, limit)
      return { stock: shown.map(stockOf), next }
    },
  }),
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
    detail: LIST_DETAIL,
    params: productParams,
    query: v.object({ cursor: listEntries.cursor }),
    answers: {
      200: { means: 'A page of the ledger.', schema: movementsSchema },
      404: refusal('There is no such product.'),
    },
    async run({ shop, query: { cursor }, params: { id } }) {
      const product = id === null ? null : await shop.catalog.find(id, { archivedToo: true })
      if (product === null) return noSuch(productParams)
      const before = cursor ? Number(cursor.id) : null
      const { movements, older } = await readMovements(shop, product.id, before)
      const last = movements.at(-1)
      const next = older === null || !last ? null : cursorAt({ createdAt: last.at, id: String(older) })
      return { movements, next }
    },
  }),
  staffAction('PUT /api/staff/products/:id/preorders', 'products.write', {
    summary: 'Sell sizes of a product before they are made',
    detail:
      '`units`: how many of a size are still to come; its count changes by as many as they do, and is the cap of what can be ordered. `before`: those that the editor saw. Deliveries of the size take them off. Who has ordered a size is emailed when it ships later than promised.',
    params: productParams,
    body: {
      schema: preorderSchema,
      example: { shipsOn: '2027-02-01', sizes: [{ size: 'M', before: 0, units: 100 }] },
    },
    answers: {
      200: { means: 'The product as it is stored.', schema: staffProductSchema },
      404: refusal('There is no such product.'),
      409: refusal(
        'Someone else has changed the pre-orders in the meantime, more units are sold than would be left, or a size has no count.',
      ),
    },
    async run({ shop, staff: { member }, params: { id }, body }) {
      const outcome = id && (await savePreorder(shop, { id, ...body, by: member.email }))
      if (outcome === null || outcome.kind === 'not-found') return noSuch(productParams)
      if (outcome.kind === 'saved') return staffProduct(shop.images, outcome.product)
      if (outcome.kind === 'changed-meanwhile') {
        const title = 'Someone else has changed the pre-orders in the meantime. Load the page again.'
        return problem({ type: outcome.kind, status: 409, title })
      }
      const errors = outcome.obstacles.map(({ size, kind }) => ({
        path: '/sizes',
        message:
          kind === 'too-few'
            ? `${size}: more are sold than would be left. Refund some orders first.`
            : `${size}: give the size a count first.`,
      }))
      const title = 'The pre-orders cannot be so.'
      return problem({ type: outcome.kind, status: 409, title, errors })
    },
  }),
  staffAction('PUT /api/staff/products/:id/stock', 'products.write', {
    summary: 'Change one count of a product',
    detail:
      'The count of a size, or of the product itself when `size` is null and not every size has its own count. With the `version` and the count `before` that the editor saw, so that units sold meanwhile stay sold.',
    params: productParams,
    body: { schema: stockChangeSchema, example: { version: 1, size: 'M', before: 4, stock: '6' } },
    answers: PRODUCT_CHANGE_ANSWERS,
    async run({ shop, staff: { member }, params: { id }, body }) {
      const saved = await changeStock(shop, { id, ...body, by: member.email })
      if (!('kind' in saved)) return staffProduct(shop.images, saved)
      if (saved.kind === 'not-found') return noSuch(productParams)
      if (saved.kind === 'not-counted') {
        const errors = [{ path: '/stock', message: saved.reason }]
        return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
      }
      return changedProduct({ shop }, saved.current)
    },
  }),
]
