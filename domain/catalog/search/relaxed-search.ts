import { normalizeSearch } from './search.ts'
import { SEARCH_WORD_LIMITS, wordKey, type Synonyms } from './search-words.ts'
import { isOneTypoAway, MIN_LENGTH_FOR_A_TYPO, spellings, type Vocabulary } from './spellings.ts'

/** How many words of a query are used. */
const MAX_WORDS = 6

/**
 * What to search for when a query as a whole was not found: for each of its words the spellings that the catalogue has,
 * and those of its synonyms. A plural s, hyphens and one typo are forgiven; a word that the catalogue does not have is
 * left out. Null when nothing is left to search for.
 */
export function relaxedSearch(
  query: string,
  vocabulary: Vocabulary,
  synonyms: Synonyms = new Map(),
): string[][] | null {
  const unique = new Set(normalizeSearch(query).split(/[^\p{L}\p{N}]+/u))
  unique.delete('')
  const words = [...unique].slice(0, MAX_WORDS)
  const found: string[][] = []
  for (let at = 0; at < words.length;) {
    const phrase = phraseAt(words, at, synonyms)
    const isWholeQuery = phrase?.length === words.length
    const alike = phrase === null ? [] : meanings(phrase, vocabulary, isWholeQuery)
    const spelt = alike.length > 0 ? alike : readingsOf(words[at] ?? '', vocabulary, synonyms)
    if (spelt.length > 0) found.push(spelt)
    at += alike.length > 0 ? (phrase?.length ?? 1) : 1
  }
  return found.length > 0 ? found : null
}

/** Words of a query that staff have put into a group. */
interface Phrase {
  key: string
  /** Its number of words. */
  length: number
  group: readonly string[]
}

/** The longest phrase of a group that begins at this word. */
function phraseAt(words: readonly string[], at: number, synonyms: Synonyms): Phrase | null {
  if (synonyms.size === 0) return null
  for (let length = Math.min(SEARCH_WORD_LIMITS.phrase, words.length - at); length > 0; length -= 1) {
    const key = wordKey(words.slice(at, at + length).join(''))
    const group = synonyms.get(key)
    if (group) return { key, length, group }
  }
  return null
}

/**
 * The words of the catalogue for a phrase and its synonyms: the typed word first, single words before phrases. A typed
 * phrase that is the whole query is left out, because it was searched for already.
 */
function meanings({ key, length, group }: Phrase, vocabulary: Vocabulary, isWholeQuery: boolean): string[] {
  const rank = (word: string) => (word.includes(' ') ? 2 : wordKey(word) === key ? 0 : 1)
  const others = group.filter((word) => !(isWholeQuery && length > 1 && wordKey(word) === key))
  return wordsInCatalog(
    others.toSorted((a, b) => rank(a) - rank(b)),
    vocabulary,
  )
}

/** The words of a group that the catalogue has as whole words, as it writes them: "hat" is in "that". */
export function wordsInCatalog(group: readonly string[], { byKey }: Vocabulary): string[] {
  const found = group.flatMap((word) => {
    const parts = word.split(' ').map((part) => byKey.get(wordKey(part)))
    if (!parts.every((part) => part !== undefined)) return []
    return parts.length > 1 ? [normalizeSearch(word)] : parts
  })
  return [...new Set(found)]
}

/** The spellings of a word that is in no group; else the meanings of the word in a group that is one typo away. */
function readingsOf(word: string, vocabulary: Vocabulary, synonyms: Synonyms): string[] {
  const spelt = spellings(word, vocabulary)
  if (spelt.length > 0 || word.length < MIN_LENGTH_FOR_A_TYPO) return spelt
  for (const [key, group] of synonyms) {
    if (isOneTypoAway(wordKey(word), key)) return meanings({ key, length: 1, group }, vocabulary, false)
  }
  return []
}
