/** The language of this catalogue, as an IETF tag: for `lang` attributes, dates and plurals. */
export const LANGUAGE = 'fr-CA'

/** What the language calls itself. */
export const NAME = 'Français'

/** Where the pages of this language begin, for the browser's scripts. */
export const START = '/fr'

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE)

/** The words for a number of things: 0 and 1 are singular, so that the form for one says the number, too. */
export function plural(count: number, forms: { one: string; other: string }): string {
  return rules.select(count) === 'one' ? forms.one : forms.other
}

/** A date in words: the first day of a month is `1er`. */
export function withFirst(date: string): string {
  return date.replace(/(?<!\d)1(?= \p{L}{3})/u, '1er')
}
