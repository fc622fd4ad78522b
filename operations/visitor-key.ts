import type { Shop } from './shop.ts'

/** A keyed digest of a visitor's network address: it recognises the address without storing it. */
export function visitorKey({ signedLinks }: Pick<Shop, 'signedLinks'>, address: string | null): string {
  return address === null ? '' : signedLinks.keyFor('visitor', address)
}
