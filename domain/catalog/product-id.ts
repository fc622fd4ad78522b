import { foldLetters } from '#domain/fold-letters.ts'
import { toProductId, type ProductId } from '#domain/ids.ts'

/** The longest id made from a name; a number may follow. */
export const MAX_ID_FROM_NAME_LENGTH = 56
const ID = /^[\w-]{1,64}$/

/** Whether a text is a valid product id: 1 to 64 ASCII letters, digits, `-` and `_`. */
export function isProductId(text: string): boolean {
  return ID.test(text)
}

/** The product id made from a name: `Łopata Tee` gives `lopata-tee`, and `商品` gives `product`. */
export function productIdFromName(name: string): ProductId {
  const words = foldLetters(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_ID_FROM_NAME_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return toProductId(words === '' ? 'product' : words)
}

/** `id`, or the first of `id-2`, `id-3` … that is free. */
export function firstFreeId(id: ProductId, taken: ReadonlySet<string>): ProductId {
  if (!taken.has(id)) return id
  let number = 2
  while (taken.has(`${id}-${number}`)) number += 1
  return toProductId(`${id}-${number}`)
}
