import * as v from 'valibot'
import { errorsByField } from '#domain/form-errors.ts'
import { FIELD_SCHEMAS, PRODUCT_FIELDS, type ProductField } from './product-fields.ts'
import type { ProductDraft } from './product.ts'
import { stockOfSizes } from './size.ts'

/** Validation errors of the product form, at most one sentence for each field. */
export type ProductErrors = Partial<Record<ProductField, string>>

/**
 * Parses the product form into a draft, with dollars converted to cents (spec 5). When every offered size has a count,
 * the product's stock is their sum, whatever was typed.
 */
export const productFormSchema = v.pipe(
  v.object(FIELD_SCHEMAS),
  v.transform((draft): ProductDraft => ({ ...draft, stock: stockOfSizes(draft.sizes) ?? draft.stock })),
)

/** Validates the product form as staff submitted it. Unknown fields are ignored. */
export function checkProductForm(values: unknown): { draft: ProductDraft } | { errors: ProductErrors } {
  const result = v.safeParse(productFormSchema, typeof values === 'object' && values !== null ? values : {})
  if (result.success) return { draft: result.output }
  return { errors: errorsByField(result.issues, PRODUCT_FIELDS) }
}
