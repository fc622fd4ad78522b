import { stockChangeSchema } from '#domain/catalogue/stock-edit.ts'
import { toProductId } from '#domain/ids.ts'
import { changeStock } from '#operations/catalogue/change-stock.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { idIn, idParams } from '#web/api/staff/staff-address.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { staff } from '#web/route.ts'
import { staffProduct } from '#web/views/catalogue/staff-product.server.ts'
import { changedProduct, noSuchProduct, PRODUCT_CHANGE_ANSWERS } from './product-refusals.ts'

/** PUT /api/staff/products/{id}/stock {version, size, before, stock}: one count of a product. */
export async function changeStaffProductStock(
  request: Request,
  { shop, staff: { member } }: StaffContext,
): Promise<Response> {
  const body = await readJson(request, stockChangeSchema)
  if ('refusal' in body) return body.refusal
  const id = idIn(request, toProductId)
  if (id === null) return noSuchProduct()
  const saved = await changeStock(shop, { id, ...body.value, by: member.email })
  if (!('kind' in saved)) return Response.json(staffProduct(shop.images, saved))
  if (saved.kind === 'not-found') return noSuchProduct()
  if (saved.kind === 'not-counted') {
    const errors = [{ path: '/stock', message: saved.reason }]
    return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
  }
  return changedProduct({ shop }, saved.current)
}

changeStaffProductStock.docs = {
  summary: 'Change one count of a product',
  detail:
    'The count of a size, or of the product itself when `size` is null and not every size has its own count. With the `version` and the count `before` that the editor saw, so that units sold meanwhile stay sold.',
  params: idParams,
  body: { schema: stockChangeSchema, example: { version: 1, size: 'M', before: 4, stock: '6' } },
  answers: PRODUCT_CHANGE_ANSWERS,
} satisfies EndpointDocs

export const routes = [staff('PUT /api/staff/products/:id/stock', 'products.write', changeStaffProductStock)]
