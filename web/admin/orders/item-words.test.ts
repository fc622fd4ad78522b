import { expect, test } from 'vitest'
import { destinationWords, itemWords } from './item-words.ts'

const item = (name: string) => ({ name, size: 'M' as const, quantity: 2 })

test('a list shows two items of an order, and counts the others', () => {
  expect(itemWords([item('Crew Sock')])).toEqual({
    shown: [{ item: '2 x Crew Sock', size: 'M' }],
    more: 0,
  })
  expect(itemWords(['Sock', 'Tee', 'Cap', 'Hoodie', 'Mug'].map(item))).toEqual({
    shown: [
      { item: '2 x Sock', size: 'M' },
      { item: '2 x Tee', size: 'M' },
    ],
    more: 3,
  })
})

test('a destination is shown as a city with its region in Canada, and with its country elsewhere', () => {
  const saskatoon = { city: 'Saskatoon', region: 'Saskatchewan', country: 'CA' }
  expect(destinationWords(saskatoon, 'Canada')).toBe('Saskatoon, Saskatchewan')
  const portland = { city: 'Portland', region: 'Oregon', country: 'US' }
  expect(destinationWords(portland, 'United States')).toBe('Portland, United States')
  expect(destinationWords({ ...portland, city: '' }, 'United States')).toBe('United States')
})
