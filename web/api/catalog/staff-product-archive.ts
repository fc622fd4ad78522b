import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { restoreProduct } from '#operations/catalog/restore-product.ts'
import { noSuch, staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { productParams } from './product-refusals.ts'

export const routes = [
  staffAction('DELETE /api/staff/products/:id', 'products.write', {
    summary: 'Delete a product',
    detail: 'It leaves every screen. Old orders still name it, and it can be restored.',
    params: productParams,
    answers: {
      204: { means: 'It is deleted.' },
      404: refusal('There is no such product, or it is deleted.'),
    },
    run: async ({ shop, params: { id } }) =>
      (await archiveProduct(shop, id)) ? null : noSuch(productParams),
  }),
  staffAction('POST /api/staff/products/:id/restore', 'products.write', {
    summary: 'Restore a deleted product',
    params: productParams,
    answers: { 204: { means: 'It is restored.' }, 404: refusal('There is no such deleted product.') },
    run: async ({ shop, params: { id } }) =>
      (await restoreProduct(shop, id)) ? null : noSuch(productParams),
  }),
]
