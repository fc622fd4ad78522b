import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'

let checked = 0
const item = v.custom<unknown>(() => {
  checked += 1
  return true
})

async function sent(body: unknown) {
  checked = 0
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://shop.example/', { method: 'POST', headers, body: JSON.stringify(body) })
  return readJson(request, v.object({ list: v.array(item) }))
}

test('a list with more items than any form has is refused before they are checked', async () => {
  const answer = await sent({ list: Array.from({ length: 50_000 }, () => 0) })
  expect('refusal' in answer && answer.refusal.status).toBe(413)
  expect(checked).toBe(0)
})

test('many short lists, and lists within lists, are refused in the same way', async () => {
  for (const one of [[0], [[]], { a: { b: [] } }]) {
    const answer = await sent({ list: Array.from({ length: 30_000 }, () => one) })
    expect('refusal' in answer && answer.refusal.status).toBe(413)
    expect(checked).toBe(0)
  }
})

test('null, nested lists and a long list within the limit are read', async () => {
  const list = [null, [[[]]], ...Array.from({ length: 49_990 }, () => 0)]
  expect(await sent({ list })).toEqual({ value: { list } })
  expect(checked).toBe(list.length)
})
