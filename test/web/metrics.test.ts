import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordStoredBackups } from '#db/backups/stored-backups.ts'
import { writeFailed } from '#db/connections/connection-states.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { mayReadMetrics } from '#web/http/monitoring/metrics.ts'
import { metricsText } from '#web/http/monitoring/metrics-text.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

/** A line of the text format: a comment, or a name with labels and a number. */
const LINE = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[\d.e+-]+)$/

/** What the rules for Prometheus and the dashboard for Grafana ask for. */
function expressions(): string[] {
  const read = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  return [...shown, ...[...read('alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr)]
}

describeOnEachDatabase('The metrics', (open) => {
  let shop: TestShop
  let served: ServedShop
  beforeEach(async () => {
    shop = await openTestShop(open())
    shop.settings.dataDir = tmpdir()
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  const read = async (headers: Record<string, string> = {}) => fetch(`${served.url}/metrics`, { headers })

  test('count responses by kind and status', async () => {
    await (await fetch(`${served.url}/about`)).text()
    await (await fetch(`${served.url}/about`)).text()
    await (await fetch(`${served.url}/nothing-here`)).text()
    await (await fetch(`${served.url}/api/search?q=hoodie`)).text()
    const answer = await read()
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((line) => !LINE.test(line)),
    ).toEqual([])
    expect(text).toContain('redemption_cached_pages_total 1\n')
    expect(text).toContain('redemption_answers_total{kind="page",status="2xx"} 1\n')
    expect(text).toContain('redemption_answers_total{kind="page",status="4xx"} 1\n')
    expect(text).toContain('redemption_answer_seconds_count{kind="api"} 1\n')
    expect(text).toContain('redemption_answer_seconds_bucket{kind="api",le="+Inf"} 1\n')
  })

  test('show the state of the shop', async () => {
    shop.connections = [
      { need: 'rates', supplier: 'Fixer', usedFor: 'prices', test: async () => 'It works.' },
    ]
    await writeFailed(open(), {
      need: 'rates',
      supplier: 'Fixer',
      now: shop.now(),
      failure: 'It answered 500.',
    })
    const text = await (await read()).text()
    expect(text).toContain('redemption_supplier_failing{need="rates",supplier="Fixer"} 1\n')
    expect(text).toContain('redemption_orders{list="to-fulfil"} 0\n')
    expect(text).toContain('redemption_held_units 0\n')
    expect(text).toContain('redemption_outbox_tasks 0\n')
    expect(text).toContain('redemption_problem{kind="certificate"} 0\n')
    expect(text).toMatch(/^redemption_disk_free_bytes [1-9]\d*$/m)
  })

  test('have every figure that monitoring needs', async () => {
    shop.backups = { place: '/backups', hour: 3, run: async () => null }
    const backup = { shopVersion: '0.2.0', sealed: false, pictures: 0, databaseBytes: 1, storedBytes: 1 }
    const takenAt = shop.now() - 3_600_000
    await recordStoredBackups(open(), [{ ...backup, name: 'one', place: '/backups', takenAt }])
    await enqueue(open().db, [{ kind: 'refund', payload: {}, dedupeKey: 'one' }], shop.now() - 90_000)
    const text = await (await read()).text()
    expect(text).toContain('redemption_backup_age_seconds 3600\n')
    expect(text).toContain('redemption_outbox_tasks 1\n')
    expect(text).toContain('redemption_outbox_oldest_seconds 90\n')
    expect(text).toContain('redemption_unconfirmed_refunds 0\n')
    const measured = [
      'process_resident_memory_bytes',
      'nodejs_heap_size_used_bytes',
      'process_cpu_seconds_total',
      'process_start_time_seconds',
      String.raw`redemption_event_loop_delay_seconds\{quantile="1"\}`,
      'redemption_page_cache_pages',
      'redemption_page_cache_bytes',
      'redemption_files_total',
      'redemption_disk_bytes',
    ]
    for (const name of measured) expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'))
    // The examples for operators: figures that exist once a page was read and a supplier is chosen.
    shop.connections = [{ need: 'rates', supplier: 'Fixer', usedFor: 'prices', test: async () => '' }]
    await (await fetch(`${served.url}/about`)).text()
    const later = await (await read()).text()
    const names = expressions().flatMap(
      (expression) => expression.match(/\b(?:redemption|process)_\w+/g) ?? [],
    )
    expect(names.length).toBeGreaterThan(25)
    for (const name of new Set(names)) expect(later).toMatch(new RegExp(`^${name}[ {]`, 'm'))
  })

  test('are only for programs on this machine: a visitor behind a proxy gets a 404', async () => {
    expect((await read({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
    expect((await read({ forwarded: 'for=203.0.113.9' })).status).toBe(404)
  })

  test('are on a screen for owners, with the problems, and with charts after the first minute', async () => {
    const ask = await signInAda(shop, served)
    const html = await (await ask('GET', '/admin/monitoring')).text()
    expect(html).toContain('Everything works.')
    expect(html).toContain('The first measurements appear a minute after the shop starts.')
  })

  test('a response has the id that its log lines have', async () => {
    const { headers } = await fetch(`${served.url}/about`)
    expect(headers.get('x-request-id')).toMatch(/^[\da-f]{16}$/)
    const given = await fetch(`${served.url}/contact`, { headers: { 'x-request-id': 'edge-0123456789' } })
    expect(given.headers.get('x-request-id')).toBe('edge-0123456789')
    const forged = await fetch(`${served.url}/shop`, { headers: { 'x-request-id': 'a b"c{}' } })
    expect(forged.headers.get('x-request-id')).toMatch(/^[\da-f]{16}$/)
  })
})

test('a token opens the metrics from anywhere, and nothing else does', () => {
  const from = (remoteAddress: string, headers: IncomingHttpHeaders) =>
    ({ socket: { remoteAddress }, headers }) as Parameters<typeof mayReadMetrics>[0]
  const token = 'a-long-secret-token'
  const local = { host: 'localhost:3000' }
  expect(mayReadMetrics(from('203.0.113.9', { authorization: `Bearer ${token}` }), { token })).toBe(true)
  expect(mayReadMetrics(from('203.0.113.9', { authorization: 'Bearer guess' }), { token })).toBe(false)
  expect(mayReadMetrics(from('127.0.0.1', local), { token })).toBe(false)
  expect(mayReadMetrics(from('127.0.0.1', local), { token: null })).toBe(true)
  expect(mayReadMetrics(from('127.0.0.1', { host: 'shop.example' }), { token: null })).toBe(false)
  expect(mayReadMetrics(from('203.0.113.9', local), { token: null })).toBe(false)
})

test('labels are escaped', () => {
  const values = [{ labels: { supplier: 'a "b"\\\nc' }, value: 1 }]
  expect(metricsText([{ name: 'm', type: 'gauge', help: 'Help', values }])).toBe(
    '# HELP m Help\n# TYPE m gauge\nm{supplier="a \\"b\\"\\\\\\nc"} 1\n',
  )
})
