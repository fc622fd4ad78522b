import { createContext } from 'react'

/** Whether owners have uploaded a wordmark, which the styles of the page have (web/views/brand-variables.ts). */
export const OwnMark = /* @__PURE__ */ createContext(false)
