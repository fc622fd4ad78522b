import type { CountedSize } from '#domain/catalog/stock-edit.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import { listAddress, type ListQuery } from '#web/views/catalog/staff-products-query.ts'
import type { ConflictView, MirrorStatusView } from '#web/views/catalog/mirror-status.ts'
import { changedCodes, type FormValues } from './product-values.ts'
import type { StaffProduct, StaffProductPage } from '#web/views/catalog/staff-product.ts'

export function fetchProducts(query: ListQuery): Promise<StaffAnswer<StaffProductPage>> {
  return call('GET /api/staff/products', { query: listAddress(query) })
}

export function fetchProduct(id: string): Promise<StaffAnswer<StaffProduct>> {
  return call('GET /api/staff/products/:id', { params: { id } })
}

/** Adds a product, or changes `base`, the product as the editor saw it. */
export function requestSave(
  values: FormValues,
  base: Pick<StaffProduct, 'id' | 'version' | 'stock' | 'sizes' | 'codes'> | null,
): Promise<StaffAnswer<StaffProduct>> {
  if (base === null) return call('POST /api/staff/products', { body: values })
  const { id, version, stock, sizes } = base
  const codes = changedCodes(values.codes, base.codes)
  return call('PUT /api/staff/products/:id', {
    params: { id },
    body: { ...values, codes, version, seen: { stock, sizes } },
  })
}

/** Changes one count, from what the editor saw. */
export function requestStockChange(
  id: string,
  change: { version: number; size: CountedSize; before: number | null; stock: number | null },
): Promise<StaffAnswer<StaffProduct>> {
  return call('PUT /api/staff/products/:id/stock', { params: { id }, body: change })
}

export function requestDeletion(id: string): Promise<StaffAnswer<null>> {
  return call('DELETE /api/staff/products/:id', { params: { id } })
}

/** The state of the source of products; null when there is none. */
export function fetchMirrorStatus(): Promise<StaffAnswer<{ mirror: MirrorStatusView | null }>> {
  return call('GET /api/staff/mirror')
}

/** Chooses one of the two displayed versions of a product. */
export function requestChoice(
  { productId, revision, stock }: Pick<ConflictView, 'productId' | 'revision' | 'stock'>,
  take: 'theirs' | 'ours',
): Promise<StaffAnswer<null>> {
  return call('POST /api/staff/mirror/:id/choice', {
    params: { id: productId },
    body: { revision, stock, take },
  })
}

export function requestRestore(id: string): Promise<StaffAnswer<null>> {
  return call('POST /api/staff/products/:id/restore', { params: { id } })
}
