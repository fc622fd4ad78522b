import { createContext, use } from 'react'
import { english } from '#words/en/english.ts'
import type { Words } from '#words/languages.ts'

/** The words of the page that is rendered. The staff area has none around it: it is English. */
export const PageWords = createContext<Words>(english)

/**
 * The words of a module, in the language of the page: `const words = useWords('cart')`. In the browser's scripts that
 * line becomes an import of the module (vite.config.ts).
 */
export function useWords<Module extends keyof Words>(module: Module): Words[Module] {
  return use(PageWords)[module]
}
