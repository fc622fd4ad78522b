import { createContext } from 'react'
import type { PromotionNames } from './promotion-words.ts'

/** What the promotions of a screen refer to. */
export const NamesContext = createContext<PromotionNames>({
  products: {},
  categories: {},
  methods: {},
  timeZone: 'UTC',
})
