import type { Category } from '#domain/catalog/category.ts'

/** The screen of a category's size chart. */
export function chartAddress(category: Category): string {
  return `/admin/size-chart?${new URLSearchParams({ category })}`
}
