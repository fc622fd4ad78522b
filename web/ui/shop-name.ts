import { createContext, use } from 'react'
import * as words from '#words/frame.ts'

/** What the shop is called. */
export const ShopName = createContext<string>(words.brand)

/** What the shop is called: by owners, or as it started. */
export function useShopName(): string {
  return use(ShopName)
}
