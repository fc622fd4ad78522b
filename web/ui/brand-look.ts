import { createContext } from 'react'
import type { FontPair } from '#domain/settings/brand/font-pairs.ts'

/** What the wordmark is made of. `hasMark`: owners have uploaded one, which the styles of the page have. */
export const BrandLook = /* @__PURE__ */ createContext<{ hasMark: boolean; fonts: FontPair }>({
  hasMark: false,
  fonts: 'archivo',
})
