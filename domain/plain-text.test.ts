import { expect, test } from 'vitest'
import { withoutInvisible } from './plain-text.ts'

test.each([
  ['a right-to-left override', 'Ada\u202egpj.exe', 'Adagpj.exe'],
  ['embeddings and their end', '\u202aAda\u202c \u202bLove\u202clace\u202d', 'Ada Lovelace'],
  ['isolates', '\u2066Ada\u2069 \u2067L\u2068\u2069', 'Ada L'],
  ['direction marks', 'A\u200ed\u200fa\u061c', 'Ada'],
  ['zero-width spaces', '\ufeffA\u200bd\u2060a', 'Ada'],
  ['soft hyphens and tags', 'Lo\u00advelace\u{e0041}\u{e007f}', 'Lovelace'],
  ['a joiner between Latin letters', 'A\u200dd\u200ca', 'Ada'],
])('%s are removed from a name', (_what, text, left) => expect(withoutInvisible(text)).toBe(left))

test.each([
  ['a Persian name', '\u0631\u0636\u0627\u06cc\u06cc\u200c\u0645\u0646\u0634'],
  ['a Sinhala name', '\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0dbd\u0d82\u0d9a\u0dcf'],
  ['a Malayalam name', '\u0d05\u0d28\u0d4d\u200d\u0d35\u0d30\u0d4d'],
  ['a family of emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['an emoji with a skin colour', '\u{1f469}\u{1f3fd}\u200d\u{1f680} \u2764\ufe0f\u200d\u{1f525}'],
  ['a Hebrew name', '\u05d0\u05d3\u05d4'],
  ['accents that are their own characters', 'Zoe\u0308 O\u2019Neil'],
])('%s are kept', (_what, text) => expect(withoutInvisible(text)).toBe(text))
