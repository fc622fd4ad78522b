import { withoutInvisible } from '#domain/plain-text.ts'
import { normalizeSearch } from './search.ts'

/** Groups of words that mean the same to shoppers, as staff write them. `version` rises by one with every save. */
export interface SearchWords {
  version: number
  groups: string[][]
}

/** The limits of the list: groups, words or phrases in a group, characters in one, and single words in a phrase. */
export const SEARCH_WORD_LIMITS = { groups: 60, words: 8, characters: 40, phrase: 4 } as const

/** The group of each word or phrase, by its key (`wordKey`). */
export type Synonyms = ReadonlyMap<string, readonly string[]>

/** The words of a group as typed into one line: with commas, semicolons or new lines between them. */
export function parseWordGroup(typed: string): string[] {
  return typed
    .split(/[,;\n]/)
    .map((word) =>
      withoutInvisible(word.toWellFormed().normalize('NFC'))
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .filter(Boolean)
}

/** What makes two words the same for a search: letters and digits, without a plural s. */
export function wordKey(word: string): string {
  return normalizeSearch(word)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .replace(/s$/, '')
    .replace(/ie$/, 'y') // bodies and body, hoodies and hoodie
}

/** The groups by word, for a search. */
export function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
  return new Map(groups.flatMap((group) => group.map((word) => [wordKey(word), group] as const)))
}

/** A sentence for each group that cannot be saved, by its place in the list. */
export function wrongWordGroups(groups: readonly (readonly string[])[]): Map<number, string> {
  const wrong = new Map<number, string>()
  const places = new Map<string, number>()
  for (const [at, group] of groups.entries()) {
    const sentence = wrongGroup(group) ?? repeatedWord(group, at, places)
    if (sentence !== null) wrong.set(at, sentence)
    for (const word of group) if (!places.has(wordKey(word))) places.set(wordKey(word), at)
  }
  return wrong
}

function wrongGroup(group: readonly string[]): string | null {
  const { words, characters, phrase } = SEARCH_WORD_LIMITS
  if (group.length < 2) return 'Enter at least two words, separated by commas.'
  if (group.length > words) return `Enter up to ${words} words in a group.`
  for (const word of group) {
    if (wordKey(word) === '') return `“${word}” has no letters or digits.`
    if ([...word].length > characters) return `Enter up to ${characters} characters for each word.`
    if (word.split(' ').length > phrase) return `“${word}” is too long: a phrase has up to ${phrase} words.`
  }
  return null
}

function repeatedWord(
  group: readonly string[],
  at: number,
  places: ReadonlyMap<string, number>,
): string | null {
  const keys = group.map(wordKey)
  for (const [index, word] of group.entries()) {
    const key = wordKey(word)
    const place = places.get(key)
    if (place !== undefined && place !== at)
      return `“${word}” is also in group ${place + 1}. A word can be in one group only.`
    const first = keys.indexOf(key)
    if (first === index) continue
    const other = group[first] ?? word
    return other.toLowerCase() === word.toLowerCase()
      ? `“${word}” is in this group twice.`
      : `“${word}” is the same as “${other}”: hyphens and a plural s make no difference.`
  }
  return null
}
