import { differsByOne } from '#domain/differs-by-one.ts'
import { singularOf } from './search.ts'
import { wordKey } from './search-words.ts'

/** How many spellings of one word are tried. */
const MAX_SPELLINGS = 3
/** Shorter words are one letter away from too many others. */
export const MIN_LENGTH_FOR_A_TYPO = 4

/** The words of the catalogue: as they are written, by their letters without hyphens, and the shortest by `wordKey`. */
export interface Vocabulary {
  written: readonly string[]
  byLetters: readonly (readonly [letters: string, written: string])[]
  byKey: ReadonlyMap<string, string>
}

/** The vocabulary of search texts (`searchBody`). */
export function vocabularyOf(bodies: Iterable<string>): Vocabulary {
  const words = new Map<string, string>()
  for (const body of bodies) {
    for (const written of body.split(/[^\p{L}\p{N}-]+/u)) {
      for (const word of [written, ...written.split('-')]) {
        const letters = word.replaceAll('-', '')
        if (letters !== '') words.set(letters, word)
      }
    }
  }
  const shortestLast = [...words].toSorted(([, a], [, b]) => b.length - a.length)
  return {
    written: [...words.values()],
    byLetters: [...words],
    byKey: new Map(shortestLast.map(([letters, word]) => [wordKey(letters), word])),
  }
}

/** The words of the catalogue that a shopper may have meant, with one typo. */
export function spellings(word: string, vocabulary: Vocabulary): string[] {
  const found = writings(word, vocabulary)
  if (found.length > 0 || word.length < MIN_LENGTH_FOR_A_TYPO) return found
  return matches(vocabulary, (letters) => isOneTypoAway(word, letters))
}

/** How the catalogue writes a word: as it is, without a plural s, or without hyphens. */
function writings(word: string, vocabulary: Vocabulary): string[] {
  const singular = singularOf(word)
  for (const one of [word, singular]) {
    if (one.length > 2 && vocabulary.written.some((known) => known.includes(one))) return [one]
  }
  if (word.length < MIN_LENGTH_FOR_A_TYPO) return []
  const compact = singular.replaceAll('-', '')
  return matches(vocabulary, (letters) => letters.includes(compact))
}

/** The words as they are written in the catalogue, the shortest first. */
function matches({ byLetters }: Vocabulary, fits: (letters: string) => boolean): string[] {
  const found = byLetters.filter(([letters]) => fits(letters)).map(([, written]) => written)
  return [...new Set(found)].toSorted((a, b) => a.length - b.length).slice(0, MAX_SPELLINGS)
}

/** Whether a word, perhaps without its plural s, has one letter too many, too few, wrong, or two neighbours swapped. */
export function isOneTypoAway(word: string, known: string): boolean {
  return [word, singularOf(word)].some((one) => differsByOne(one, known))
}
