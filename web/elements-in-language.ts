import { Fragment, jsx as element, jsxs as elements } from 'react/jsx-runtime'
import { START } from '#words/en/language.ts'
import { pathInLanguage } from '#domain/path-in-language.ts'

/**
 * What JSX calls in a build of another language than the shop's own (vite.config.ts): links and forms stay among its
 * pages, as `linksInLanguage` has them in what the server renders.
 */
export { Fragment }
export const jsx: typeof element = (type, props, key) => element(type, inLanguage(type, props), key)
export const jsxs: typeof elements = (type, props, key) => elements(type, inLanguage(type, props), key)

const ATTRIBUTES: Readonly<Record<string, string>> = { a: 'href', form: 'action', button: 'formAction' }

function inLanguage(type: unknown, props: unknown): unknown {
  const name = typeof type === 'string' ? ATTRIBUTES[type] : undefined
  const given = props as Record<string, unknown>
  const path = name === undefined ? undefined : given[name]
  if (name === undefined || typeof path !== 'string' || given['hrefLang'] !== undefined) return props
  return { ...given, [name]: pathInLanguage(START, path) }
}
