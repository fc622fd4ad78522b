import Airtable from 'airtable'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  AIRTABLE_BASE,
  AIRTABLE_TABLE,
  AIRTABLE_TOKEN,
  startAirtableServer,
  type AirtableServer,
} from './airtable-server.ts'

let server: AirtableServer

beforeEach(async () => {
  server = await startAirtableServer()
})
afterEach(() => server.close())

const products = (token = AIRTABLE_TOKEN, base = AIRTABLE_BASE, table = AIRTABLE_TABLE) =>
  new Airtable({ apiKey: token, endpointUrl: server.url, requestTimeout: 2_000 }).base(base)(table)

test('the official client reads more records than a page has', async () => {
  for (let number = 1; number <= 230; number += 1) server.table.type({ Name: `Tee ${number}`, Price: number })
  const records = await products().select({ pageSize: 100 }).all()
  expect(records.map((record) => record.get('Name'))).toEqual(
    Array.from({ length: 230 }, (_, index) => `Tee ${index + 1}`),
  )
  expect(server.calls()).toHaveLength(3)
})

test('the official client creates, changes, replaces and deletes records', async () => {
  const [made] = await products().create([{ fields: { Name: 'Tee', Price: 25, Size: ['S', 'M'] } }])
  const id = made?.id ?? ''
  expect((await products().update(id, { Stock: 7 })).fields).toEqual({
    Name: 'Tee',
    Price: 25,
    Size: ['S', 'M'],
    Stock: 7,
  })
  await products().update([{ id, fields: { Stock: 0, Size: [] } }])
  expect((await products().find(id)).fields).toEqual({ Name: 'Tee', Price: 25, Stock: 0 })
  expect((await products().replace(id, { Name: 'Cap' })).fields).toEqual({ Name: 'Cap' })
  expect((await products().destroy(id)).id).toBe(id)
  await expect(products().find(id)).rejects.toMatchObject({ error: 'NOT_FOUND', statusCode: 404 })
})

test('the official client filters by what changed and by ids', async () => {
  let now = Date.parse('2026-11-22T10:00:00Z')
  server.table.now = () => now
  const old = server.table.type({ Name: 'Old' })
  now += 60_000
  const fresh = server.table.type({ Name: 'Fresh' })
  const chosen = async (filterByFormula: string) =>
    (await products().select({ filterByFormula }).all()).map(({ id }) => id)
  expect(await chosen(`IS_AFTER(LAST_MODIFIED_TIME(),'2026-11-22T10:00:30.000Z')`)).toEqual([fresh])
  expect(await chosen(`OR(RECORD_ID()='${old}',RECORD_ID()='recNone')`)).toEqual([old])
  await expect(chosen('NONSENSE()')).rejects.toMatchObject({ error: 'INVALID_FILTER_BY_FORMULA' })
})

test('the official client gets the error messages of the API', async () => {
  await expect(products('patWrong').select().all()).rejects.toMatchObject({ statusCode: 401 })
  await expect(products(AIRTABLE_TOKEN, 'appOther').select().all()).rejects.toMatchObject({
    error: 'NOT_FOUND',
    statusCode: 404,
  })
  await expect(products(AIRTABLE_TOKEN, AIRTABLE_BASE, 'Other').select().all()).rejects.toMatchObject({
    statusCode: 403,
  })
  await expect(products().create({ Nmae: 'Tee' })).rejects.toMatchObject({
    error: 'UNKNOWN_FIELD_NAME',
    message: 'Unknown field name: "Nmae"',
    statusCode: 422,
  })
  await expect(products().create({ Category: 'Hats' })).rejects.toMatchObject({ statusCode: 422 })
  const { id } = await products().create({ Category: 'Hats' }, { typecast: true })
  expect((await products().find(id)).get('Category')).toBe('Hats')
})

test('an attachment is kept by its id, and a new one is fetched from its address', async () => {
  const kept = server.table.attach('front.png', new Uint8Array([1, 2, 3]))
  const id = server.table.type({ Name: 'Tee', Image: [kept] })
  const image = [kept, { url: `${server.url}/files/${kept.id}`, filename: 'back.png' }]
  const { fields } = await products().update(id, { Image: image as never })
  const [front, back] = fields['Image'] as unknown as { id: string; url: string; filename: string }[]
  expect(front).toMatchObject({ id: kept.id, filename: 'front.png' })
  expect(back).toMatchObject({ filename: 'back.png' })
  const bytes = await (await fetch(back?.url ?? '')).arrayBuffer()
  expect([...new Uint8Array(bytes)]).toEqual([1, 2, 3])
})
