import { stockChangeSchema } from '#domain/catalog/stock-edit.ts'
import { changeStock } from '#operations/catalog/change-stock.ts'
import { noSuch, staffAction } from '#web/api/action.ts'
import { problem } from '#web/http/problem.ts'
import { staffProduct } from '#web/views/catalog/staff-product.server.ts'
import { changedProduct, productParams, PRODUCT_CHANGE_ANSWERS } from './product-refusals.ts'

export const routes = [
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
