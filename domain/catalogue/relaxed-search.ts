import { normalizeSearch } from './search.ts'

/** How many words of a query are looked at. */
const MOST_WORDS = 6
/** How many spellings of one word are tried. */
const MOST_SPELLINGS = 3
/** Shorter words are one letter away from too many others. */
const SHORTEST_FOR_A_TYPO = 4

/** The words of the catalogue: each without its hyphens, and as it is written. */
export type Vocabulary = ReadonlyMap<string, string>

/** The vocabulary of search texts (`searchBody`). */
export function vocabularyOf(bodies: Iterable<string>): Vocabulary {
  const words = new Map<string, string>()
  for (const body of bodies) {
    for (const written of body.split(/[^\p{L}\p{N}-]+/u)) {
      for (const word of [written, ...written.split('-')]) {
        const bare = word.replaceAll('-', '')
        if (bare !== '') words.set(bare, word)
      }
    }
  }
  return words
}

/**
 * What to search for when a query as a whole was not found: for each of its words the spellings that the catalogue has.
 * A plural s, hyphens and one typo are forgiven; a word that the catalogue does not have is left out. Null when nothing
 * is left to search for.
 */
export function relaxedSearch(query: string, vocabulary: Vocabulary): string[][] | null {
  const words = new Set(normalizeSearch(query).split(/[^\p{L}\p{N}]+/u))
  words.delete('')
  const found = [...words]
    .slice(0, MOST_WORDS)
    .map((word) => spellings(word, vocabulary))
    .filter((spelt) => spelt.length > 0)
  return found.length > 0 ? found : null
}

function spellings(word: string, vocabulary: Vocabulary): string[] {
  const singular = singularOf(word)
  const written = [...vocabulary.values()]
  for (const one of [word, singular]) {
    if (one.length > 2 && written.some((known) => known.includes(one))) return [one]
  }
  const isLong = word.length >= SHORTEST_FOR_A_TYPO
  return (
    matches(vocabulary, (bare) => isLong && bare.includes(singular)) ??
    matches(vocabulary, (bare) => isLong && (isOneTypoAway(word, bare) || isOneTypoAway(singular, bare))) ??
    []
  )
}

/** The words as they are written in the catalogue, the shortest first; null when there is none. */
function matches(vocabulary: Vocabulary, fits: (bare: string) => boolean): string[] | null {
  const found = [...vocabulary].filter(([bare]) => fits(bare)).map(([, written]) => written)
  if (found.length === 0) return null
  return [...new Set(found)].toSorted((a, b) => a.length - b.length).slice(0, MOST_SPELLINGS)
}

function singularOf(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}

/** One letter too many, too few, wrong, or two neighbours swapped. */
function isOneTypoAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)]
  return (
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    (restOfA.slice(2) === restOfB.slice(2) && restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0])
  )
}
