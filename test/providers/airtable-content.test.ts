import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SourceRecord } from '#domain/catalog/source-record.ts'
import { cents } from '#domain/money.ts'
import { withColumns } from '#providers/content/airtable/airtable-columns.ts'
import type { SupplierError } from '#providers/supplier-error.ts'
import { AIRTABLE_TOKEN, startAirtableServer, type AirtableServer } from '#test/fakes/airtable-server.ts'
import { startSupplierServer } from '#test/fakes/supplier-server.ts'
import { airtableSource } from '#test/support/airtable-source.ts'

let server: AirtableServer

beforeEach(async () => {
  server = await startAirtableServer()
})
afterEach(() => server.close())

async function all(list: AsyncIterable<SourceRecord[]>): Promise<SourceRecord[]> {
  return (await Array.fromAsync(list)).flat()
}

describe('a table of Airtable', () => {
  test('is read page by page, and blank rows are left out', async () => {
    for (let number = 1; number <= 205; number += 1) server.table.type({ Name: `Tee ${number}`, Price: 25 })
    server.table.type({})
    const { source, news } = airtableSource(server.url)
    const records = await all(source.list(null))
    expect(records).toHaveLength(205)
    expect(records[0]).toMatchObject({ fields: { name: 'Tee 1', price: 25, sizes: [] }, pictures: [] })
    expect(server.calls()).toHaveLength(3)
    expect(news).toEqual({ worked: 3, failures: [], pauses: [] })
  })

  test('is read for changed records only, when that is requested', async () => {
    let now = Date.parse('2026-11-22T10:00:00Z')
    server.table.now = () => now
    server.table.type({ Name: 'Old' })
    now += 60_000
    server.table.type({ Name: 'Fresh' })
    const records = await all(airtableSource(server.url).source.list(now - 30_000))
    expect(records.map(({ fields }) => fields.name)).toEqual(['Fresh'])
  })

  test.each([
    ['repeats', () => 'same', 2],
    ['never ends', (page: number) => `itr0/rec${page}`, 5_000],
  ])('that %s is not read endlessly', { timeout: 60_000 }, async (_what, offset, most) => {
    let pages = 0
    const endless = await startSupplierServer((_request, response) => {
      pages += 1
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ records: [], offset: offset(pages) }))
    })
    const { source } = airtableSource(endless.url)
    await expect(all(source.list(null))).rejects.toMatchObject({ kind: 'unreadable' })
    expect(pages).toBe(most)
    await endless.close()
  })

  test('may have other column names, and a size or a category may be a text or a list', async () => {
    server.table.columns.set('Title', 'text').set('Cost', 'number')
    server.table.columns.set('Size', 'text')
    server.table.type({ Title: 'Tee', Cost: 25.5, Size: 'S, M' })
    const columns = withColumns('Name=Title, price=Cost') ?? undefined
    const { source } = airtableSource(server.url, columns && { columns })
    expect((await all(source.list(null)))[0]?.fields).toMatchObject({
      name: 'Tee',
      price: 25.5,
      sizes: ['S', 'M'],
    })
  })

  test.each(['Name', 'Name=', 'Colour=Hue', 'Name=A=B', 'Name=Price'])(
    'cannot have the column mapping %j',
    (text) => expect(withColumns(text)).toBeNull(),
  )

  test('is written to in dollars, and an empty field is an empty cell', async () => {
    const { source } = airtableSource(server.url)
    const added = await source.add({
      name: 'Tee',
      price: cents(25_50),
      category: 'Pants',
      sizes: ['S', 'XXL'],
    })
    expect(added.fields).toMatchObject({ name: 'Tee', price: 25.5, category: 'Pants', sizes: ['S', 'XXL'] })
    const [changed] = await source.update([
      { id: added.id, fields: { stock: 7, description: '', sizes: [] } },
    ])
    expect(changed?.fields).toMatchObject({ name: 'Tee', stock: 7, sizes: [] })
    expect(await source.find([added.id, 'recOther'])).toEqual([changed])
    await source.remove(added.id)
    await source.remove(added.id)
    expect(await source.find([added.id])).toEqual([])
  })

  test('has its pictures fetched from the addresses that it gives', async () => {
    server.table.type({ Name: 'Tee', Image: [server.table.attach('tee.png', Buffer.from('bytes'))] })
    const { source } = airtableSource(server.url)
    const [record] = await all(source.list(null))
    const [picture] = record?.pictures ?? []
    if (!picture) throw new Error('No picture')
    expect(picture.filename).toBe('tee.png')
    expect(await text(await source.fetchPicture(picture))).toBe('bytes')
    server.table.files.clear()
    await expect(source.fetchPicture(picture)).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('has pictures fetched over https only, and never from a private address when the API is elsewhere', async () => {
    const { source: far } = airtableSource('https://api.airtable.example')
    const { source: near } = airtableSource(server.url)
    const at = (link: string) => ({ id: 'att1', filename: 'tee.png', link })
    for (const link of [`${server.url}/files/1`, 'http://images.example/1', 'file:///etc/passwd', '']) {
      await expect(far.fetchPicture(at(link))).rejects.toMatchObject({ kind: 'unreadable' })
    }
    await expect(near.fetchPicture(at('http://images.example/1'))).rejects.toMatchObject({
      kind: 'unreadable',
    })
    expect(far.canFetch('https://shop.example/pictures/1.webp')).toBe(true)
    const asked = vi.spyOn(globalThis, 'fetch')
    for (const link of [
      'http://shop.example/1',
      'https://localhost/1',
      'https://10.0.0.7/1',
      'https://[::1]/1',
      'https://0.0.0.0/1',
      'https://2130706433/1',
      'https://localhost./1',
      'https://shop.localhost/1',
      'https://intranet/1',
      'https://db.internal/1',
      'https://db.internal./1',
    ]) {
      expect(far.canFetch(link), link).toBe(false)
      await expect(far.fetchPicture(at(link)), link).rejects.toMatchObject({ kind: 'unreadable' })
    }
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })

  test('is tested by reading one record, and nothing is left behind', async () => {
    const { source } = airtableSource(server.url)
    const answer = () => source.connection.test({ email: 'owner@shop.example' })
    expect(await answer()).toBe('The table can be read. It is empty.')
    server.table.type({ Name: 'Tee' })
    server.table.type({ Name: 'Cap' })
    expect(await answer()).toBe('The table can be read. Its first record is “Tee”.')
    expect(server.table.records.size).toBe(2)
  })
})

describe('a failure of Airtable', () => {
  const told = (message: string) => ({ error: { type: 'SOME_TYPE', message } })

  async function failure(timeoutMs = 5_000) {
    const { source, news } = airtableSource(server.url, { timeoutMs })
    const error = (await all(source.list(null)).catch((thrown: unknown) => thrown)) as SupplierError
    expect(news).toMatchObject({ worked: 0, failures: [error.message] })
    expect(error.message).not.toContain(AIRTABLE_TOKEN)
    return { error, news }
  }

  test.each([
    ['refused', 'unreachable'],
    ['slow', 'timeout'],
    ['half-an-answer', 'unreachable'],
    ['not-json', 'unreadable'],
    ['not-http', 'unreadable'],
  ] as const)('(%s) counts as %s', async (fault, kind) => {
    await server.disturb(fault)
    expect((await failure(fault === 'slow' ? 50 : 5_000)).error.kind).toBe(kind)
  })

  test.each([
    [401, told('Invalid authentication token'), 'unauthorized', 'Invalid authentication token'],
    [403, told('Invalid permissions'), 'unauthorized', 'Invalid permissions'],
    [404, { error: 'NOT_FOUND' }, 'not-found', 'NOT_FOUND'],
    [404, told('Could not find table'), 'not-found', 'Could not find table'],
    [413, told('Request entity too large'), 'refused', 'Request entity too large'],
    [422, { error: { type: 'INVALID_REQUEST' } }, 'refused', 'INVALID_REQUEST'],
    [500, { error: { type: 'SERVER_ERROR', message: 'Try again' } }, 'failing', 'Try again'],
    [503, '<h1>Down</h1>', 'failing', undefined],
  ] as const)(
    'with status %i and %j counts as %s, with Airtable’s message',
    async (status, body, kind, words) => {
      await server.disturb({ status, body })
      expect((await failure()).error).toMatchObject({ kind, words, status })
    },
  )

  test('with status 429 pauses every request to the base for 30 seconds, or for as long as it says', async () => {
    await server.disturb({ status: 429, body: told('Too many') })
    expect(await failure()).toMatchObject({ error: { kind: 'rate-limited' }, news: { pauses: [30_000] } })
    await server.disturb({ status: 429, body: told('Too many'), headers: { 'retry-after': '90' } })
    expect((await failure()).news.pauses).toEqual([90_000])
  })

  test('includes an answer of another shape', async () => {
    for (const body of [
      [],
      { records: 'none' },
      { records: [{ id: 7, fields: {} }] },
      { records: [{ id: 'rec1' }] },
    ]) {
      await server.disturb({ status: 200, body })
      expect((await failure()).error.kind).toBe('unreadable')
    }
  })
})
