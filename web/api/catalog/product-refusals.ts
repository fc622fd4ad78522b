import * as v from 'valibot'
import type { Product } from '#domain/catalog/product.ts'
import { toProductId } from '#domain/ids.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { idParams } from '#web/api/action.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { staffProduct } from '#web/views/catalog/staff-product.server.ts'
import { staffProductSchema } from './staff-product-schema.ts'

export const productParams = idParams(toProductId, 'There is no such product.')

/** Another editor saved first: the answer has the product as it is now. */
export function changedProduct({ shop }: Pick<StaffContext, 'shop'>, current: Product): Response {
  return problem({
    type: 'changed-meanwhile',
    status: 409,
    title: 'Someone else changed this product.',
    current: staffProduct(shop.images, current),
  })
}

/** The documented answers of an endpoint that changes a product. */
export const PRODUCT_CHANGE_ANSWERS = {
  200: { means: 'The product as it is stored.', schema: staffProductSchema },
  404: refusal('There is no such product, or it is deleted.'),
  409: refusal(
    'Someone else changed the product: `current` is how it is now.',
    v.looseObject({ ...problemSchema.entries, current: staffProductSchema }),
  ),
}
