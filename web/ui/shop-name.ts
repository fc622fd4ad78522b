import { createContext, use } from 'react'
import * as words from '#words/en/frame.ts'

/** The name of the shop. */
export const ShopName = createContext<string>(words.brand)

/** The name of the shop: the one that owners set, or the original one. */
export function useShopName(): string {
  return use(ShopName)
}

/** Whether it is the original one: what the first texts tell of that shop holds of no other one. */
export function useHasFirstName(): boolean {
  return useShopName() === words.brand
}
