import { LANGUAGE } from './language.ts'

const lists = /* @__PURE__ */ new Intl.ListFormat(LANGUAGE)

/** `Canada, France et Japon`. */
export function inList(things: readonly string[]): string {
  return lists.format(things)
}
