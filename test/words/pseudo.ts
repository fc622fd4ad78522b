import { isValidElement } from 'react'
import { english } from '#words/en/english.ts'
import type { Words } from '#words/languages.ts'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'

/** A language made of English: each sentence in brackets, its own letters accented, values as they are. */
export const PSEUDO: Words = {
  ...(translated(english) as Words),
  /** The tag that stands for English with accents. */
  language: { ...english.language, LANGUAGE: 'en-XA' },
}

function translated(word: unknown, values: readonly unknown[] = []): unknown {
  if (typeof word === 'string') return bracketed(word, values)
  if (typeof word === 'function') {
    return (...given: unknown[]) => {
      const inside = given.map(withTextTranslated)
      return translated(Reflect.apply(word, undefined, inside) as unknown, inside)
    }
  }
  if (values.includes(word)) return word
  if (Array.isArray(word)) return word.map((one: unknown) => translated(one, values))
  if (isValidElement(word)) return word
  if (typeof word !== 'object' || word === null) return word
  return Object.fromEntries(Object.entries(word).map(([name, one]) => [name, translated(one)]))
}

/** A value that makes an element of a text, such as a link: the text is a part of the sentence. */
function withTextTranslated(value: unknown): unknown {
  if (typeof value !== 'function') return value
  return (text: string) => Reflect.apply(value, undefined, [bracketed(text, [])]) as unknown
}

function bracketed(text: string, values: readonly unknown[]): string {
  if (!/\p{L}/u.test(text)) return text
  const kept = values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String)
  const [value, ...others] = kept
    .filter((one) => one !== '' && text.includes(one))
    .toSorted((a, b) => b.length - a.length)
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
