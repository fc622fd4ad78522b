import { brand } from '#words/en/frame.ts'

/** A sentence of the shop with the name that owners have given it, whose full stop also ends a sentence. */
export function inShopName(text: string, name: string): string {
  return text.replace(name.endsWith('.') && text.includes(`${brand}.`) ? `${brand}.` : brand, () => name)
}
