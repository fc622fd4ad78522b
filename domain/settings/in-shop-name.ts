import { brand } from '#words/en/frame.ts'

/** A sentence of the shop with the name that owners have given it. */
export function inShopName(text: string, name: string): string {
  return text.replace(brand, () => name)
}
