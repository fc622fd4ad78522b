import { toProductId } from '#domain/ids.ts'
import { archiveProduct } from '#operations/catalogue/archive-product.ts'
import { restoreProduct } from '#operations/catalogue/restore-product.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { noSuchProduct } from './product-refusals.ts'
import { idIn, idParams } from '#web/api/staff/staff-address.ts'
import { staff } from '#web/route.ts'

/** DELETE /api/staff/products/{id}: takes the product off every screen. Old orders still name it. */
export async function deleteStaffProduct(request: Request, { shop }: StaffContext): Promise<Response> {
  const id = idIn(request, toProductId)
  if (id === null || !(await archiveProduct(shop, id))) return noSuchProduct()
  return new Response(null, { status: 204 })
}

deleteStaffProduct.docs = {
  summary: 'Delete a product',
  detail: 'It leaves every screen. Old orders still name it, and it can be restored.',
  params: idParams,
  answers: { 204: { means: 'It is deleted.' }, 404: refusal('There is no such product, or it is deleted.') },
} satisfies EndpointDocs

/** POST /api/staff/products/{id}/restore: puts a deleted product on sale again. */
export async function restoreStaffProduct(request: Request, { shop }: StaffContext): Promise<Response> {
  const id = idIn(request, toProductId)
  if (id === null || !(await restoreProduct(shop, id))) return noSuchProduct()
  return new Response(null, { status: 204 })
}

restoreStaffProduct.docs = {
  summary: 'Restore a deleted product',
  params: idParams,
  answers: { 204: { means: 'It is restored.' }, 404: refusal('There is no such deleted product.') },
} satisfies EndpointDocs

export const routes = [
  staff('DELETE /api/staff/products/:id', 'products.write', deleteStaffProduct),
  staff('POST /api/staff/products/:id/restore', 'products.write', restoreStaffProduct),
]
