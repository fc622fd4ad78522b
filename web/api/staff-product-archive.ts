import { archiveProduct } from '#operations/archive-product.ts'
import { restoreProduct } from '#operations/restore-product.ts'
import type { StaffContext } from './api-context.ts'
import { noSuchProduct, productIdOf } from './staff-product-address.ts'

/** DELETE /api/staff/products/{id}: takes the product off every screen. Old orders still name it. */
export async function deleteStaffProduct(request: Request, { shop }: StaffContext): Promise<Response> {
  const id = productIdOf(request)
  if (id === null || !(await archiveProduct(shop, id))) return noSuchProduct()
  return new Response(null, { status: 204 })
}

/** POST /api/staff/products/{id}/restore: puts a deleted product on sale again. */
export async function restoreStaffProduct(request: Request, { shop }: StaffContext): Promise<Response> {
  const id = productIdOf(request)
  if (id === null || !(await restoreProduct(shop, id))) return noSuchProduct()
  return new Response(null, { status: 204 })
}
