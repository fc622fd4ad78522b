import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { translatedTexts, type OwnText } from './translation.ts'

const own = (field: string, text: string): OwnText => ({
  field,
  label: field,
  text,
  most: 200,
  isLong: false,
})
const statesOf = (...asked: Parameters<typeof translatedTexts>) =>
  translatedTexts(...asked).map(({ translation, state }) => [translation, state])

describe('a translation', () => {
  test('is missing, done, or of a text that changed since', () => {
    const stored = [
      { field: 'name', text: 'Chandail', source: 'Hoodie' },
      { field: 'words', text: 'Chaud', source: 'Cold' },
    ]
    expect(statesOf([own('name', 'Hoodie'), own('words', 'Warm'), own('title', 'Hood')], stored)).toEqual([
      ['Chandail', 'done'],
      ['Chaud', 'changed'],
      ['', 'missing'],
    ])
  })

  test('stays with its text when the part of a page moves', () => {
    const stored = [
      { field: 'blocks/0', text: 'Un', source: 'One' },
      { field: 'blocks/1', text: 'Deux', source: 'Two' },
    ]
    const moved = [own('blocks/0', 'New'), own('blocks/1', 'One'), own('blocks/2', 'Two')]
    expect(statesOf(moved, stored)).toEqual([
      ['', 'missing'],
      ['Un', 'done'],
      ['Deux', 'done'],
    ])
  })

  test('is never shown as done for another text', () => {
    const text = fc.constantFrom('a', 'b', 'c', 'd')
    const stored = fc.uniqueArray(
      fc.record({ field: text, text: fc.string({ minLength: 1 }), source: text }),
      {
        selector: ({ field }) => field,
      },
    )
    const texts = fc.uniqueArray(fc.record({ field: text, text }), { selector: ({ field }) => field })
    fc.assert(
      fc.property(texts, stored, (some, all) => {
        for (const one of translatedTexts(
          some.map(({ field, text: said }) => own(field, said)),
          all,
        )) {
          const from = all.filter((each) => each.text === one.translation)
          if (one.state === 'done') expect(from.some(({ source }) => source === one.text)).toBe(true)
          if (one.state === 'missing') expect(one.translation).toBe('')
        }
      }),
    )
  })
})
