import type { Translation } from '#english/language.ts'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'

/** A catalogue in the pseudo-locale: each sentence in brackets, its own letters accented, values as they are. */
export function pseudo<T extends object>(words: T): Translation<T> {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]: [string, unknown]) => [name, translated(word)]),
  ) as Translation<T>
}

function translated(word: unknown): unknown {
  if (typeof word === 'string') return bracketed(word)
  if (typeof word === 'function') {
    return (...values: unknown[]) => {
      const result: unknown = Reflect.apply(word, undefined, values)
      return typeof result === 'string' ? bracketed(result, values) : result
    }
  }
  return typeof word === 'object' && word !== null ? pseudo(word) : word
}

function bracketed(text: string, values: unknown[] = []): string {
  const kept = values.map(String).filter((value) => value !== '' && text.includes(value))
  const [value, ...others] = kept.toSorted((a, b) => b.length - a.length)
  return `⟦${value === undefined ? accented(text) : aroundValue(text, value, others)}⟧`
}

/** Accents everything but the values. */
function aroundValue(text: string, value: string, others: string[]): string {
  const [next, ...rest] = others
  return text
    .split(value)
    .map((part) => (next === undefined ? accented(part) : aroundValue(part, next, rest)))
    .join(value)
}

function accented(text: string): string {
  return Array.from(text, (letter) => {
    const at = PLAIN.indexOf(letter)
    return at === -1 ? letter : (ACCENTED[at] ?? letter)
  }).join('')
}
