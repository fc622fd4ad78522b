/** A text that was written in another language, and the text of the shop's own language that it was written for. */
export interface Translation {
  /** Of its subject: `name`, `blocks/2/text`. */
  field: string
  text: string
  source: string
}

/** The kinds of things whose texts owners write: the first part of a subject, and what staff call them together. */
export const TEXT_KINDS = {
  product: 'Products',
  colors: 'Colours',
  category: 'Categories',
  'size-charts': 'Size charts',
  collection: 'Collections',
  page: 'Pages',
  drop: 'Drops',
  promotion: 'Promotions',
  'home-page': 'Home page',
  menus: 'Menus',
  announcement: 'Announcement bar',
  policies: 'Policies',
  shipping: 'Shipping',
  returns: 'Returns',
  mails: 'Emails',
  contact: 'Contact',
} as const

/** One of them. */
export type TextKind = keyof typeof TEXT_KINDS

/** A text in the shop's own language. `most`: characters of its translation. */
export interface OwnText {
  field: string
  /** What staff call it. */
  label: string
  text: string
  most: number
  /** It may have several lines. */
  isLong: boolean
}

/** A thing with texts of the owner's: `product:emblem-hoodie`, or `policies`, of which there is one. */
export interface TextSubject {
  subject: string
  kind: TextKind
  name: string
  texts: readonly OwnText[]
}

/** `changed`: the text that it was written for reads differently by now. */
export type TextState = 'missing' | 'changed' | 'done'

/** A text beside its translation, which is empty while there is none. */
export interface TranslatedText extends OwnText {
  translation: string
  state: TextState
  /** The text that a changed one was written for. */
  was: string
}

/** The subject of a product. */
export function productSubject(id: string): string {
  return `product:${id}`
}

/** The kind of a subject; null: there is none of that name. */
export function kindOf(subject: string): TextKind | null {
  const [kind = ''] = subject.split(':', 1)
  return Object.hasOwn(TEXT_KINDS, kind) ? (kind as TextKind) : null
}

/**
 * The texts of a subject with their translations. One that was written for the same text is found wherever that text
 * is now, so that a part of a page that moved keeps its own.
 */
export function translatedTexts(texts: readonly OwnText[], stored: readonly Translation[]): TranslatedText[] {
  const byField = new Map(stored.map((one) => [one.field, one]))
  const bySource = new Map(stored.map((one) => [one.source, one]))
  const sources = new Set(texts.map(({ text }) => text))
  return texts.map((own) => {
    const here = byField.get(own.field)
    const same = here?.source === own.text ? here : bySource.get(own.text)
    if (same) return { ...own, translation: same.text, state: 'done', was: '' }
    if (here && !sources.has(here.source))
      return { ...own, translation: here.text, state: 'changed', was: here.source }
    return { ...own, translation: '', state: 'missing', was: '' }
  })
}

/** How many texts there are in each state. */
export function countStates(texts: readonly Pick<TranslatedText, 'state'>[]): Record<TextState, number> {
  const counts = { missing: 0, changed: 0, done: 0 }
  for (const { state } of texts) counts[state] += 1
  return counts
}
