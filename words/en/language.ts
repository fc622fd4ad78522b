/** The language of this catalogue, as an IETF tag: for `lang` attributes, dates and plurals. */
export const LANGUAGE = 'en-CA'

/** What the language calls itself. */
export const NAME = 'English'

/** Where the pages of this language begin, for the browser's scripts. */
export const START = ''

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE)

/** The words for a number of things, by the plural rules of the language. */
export function plural(count: number, forms: { one: string; other: string }): string {
  return rules.select(count) === 'one' ? forms.one : forms.other
}

/** What a catalogue in another language looks like: the same names, other words. */
export type Translation<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...values: infer Values) => infer Said
      ? (...values: Values) => Said extends string ? string : Said
      : T[Name] extends object
        ? Translation<T[Name]>
        : T[Name]
}
