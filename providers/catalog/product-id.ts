const LONGEST_ID_FROM_NAME = 56
const ID = /^[\w-]{1,64}$/

/** Whether a text can be the id of a product: 1 to 64 ASCII letters, digits, `-` and `_`. */
export function isProductId(text: string): boolean {
  return ID.test(text)
}

/** What a product of this name is called in addresses: `Wears Red Tee` gives `wears-red-tee`, and `商品` `product`. */
export function productIdFromName(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_ID_FROM_NAME)
    .replaceAll(/^-+|-+$/g, '')
  return words === '' ? 'product' : words
}

/** `id`, or the first of `id-2`, `id-3` … that nobody has. */
export function firstFreeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id
  let number = 2
  while (taken.has(`${id}-${number}`)) number += 1
  return `${id}-${number}`
}
