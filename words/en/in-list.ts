import { LANGUAGE } from './language.ts'

const lists = /* @__PURE__ */ new Intl.ListFormat(LANGUAGE)

/** `Canada, France, and Japan`. */
export function inList(things: readonly string[]): string {
  return lists.format(things)
}
