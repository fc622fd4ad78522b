import type { Shop } from '#operations/shop.ts'

/** The digest by which the shop knows an address again whose data was deleted. */
export function erasedKey({ signedLinks }: Pick<Shop, 'signedLinks'>, email: string): string {
  return signedLinks.keyFor('erased-address', email.trim().toLowerCase())
}
