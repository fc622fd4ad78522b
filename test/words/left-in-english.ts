import { textsIn } from '#test/words/texts-in.ts'
import { english } from '#words/en/english.ts'
import { french } from '#words/fr/french.ts'
import type { Words } from '#words/languages.ts'

/** What owners wrote, in English until they write it in French too, and names. */
const NAMES =
  'Emblem Hoodie Heavy fleece with the emblem in red Hoodies Shirts Accessories Pants Redemption Regina Saskatoon SK shop.example hello@shop.example Broadway'

/** The words of a text. */
const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+(?:’\p{L}+)?/gu) ?? []
const vocabulary = (words: Words) => new Set(textsIn(words).flatMap(({ said }) => wordsOf(said)))

let inEnglish: ReadonlySet<string> | undefined

/** The words of a text that the shop says in English and never in French. `names`: what else stays as it is. */
export function leftInEnglish(text: string, names = ''): string[] {
  inEnglish ??= vocabulary(english).difference(new Set([...vocabulary(french), ...wordsOf(NAMES)]))
  const kept = new Set(wordsOf(names))
  const said = new Set(wordsOf(text.replaceAll(/English|https?:\/\/\S+|\S+@\S+/g, ' ')))
  return [...said].filter((word) => word.length > 1 && inEnglish!.has(word) && !kept.has(word))
}

/** All that a page says: its title, its text, and what only screen readers or search engines are told. */
export function saidByPage({ html, text }: { html: string; text: string }): string {
  const attributes = Array.from(
    html.matchAll(/ (?:aria-label|title|placeholder|alt|(?:description|title)" content)="([^"]*)"/g),
    ([, said = '']) => (said.startsWith('http') ? '' : said),
  )
  const [, title = ''] = /<title>(.*?)<\/title>/s.exec(html) ?? []
  return [title, text, ...attributes].join(' ')
}
