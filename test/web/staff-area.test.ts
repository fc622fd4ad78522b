import { afterEach, beforeEach, expect, test } from 'vitest'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { pages, endpoints, staffPages } from '#test/support/every-route.ts'
import { loadStaffArea, STAFF_FOLDERS, endpoints as publicEndpoints } from '#web/routes.ts'

const isStaffAddress = (path: string) =>
  STAFF_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`))

test('all staff addresses, and no others, are below those of the staff area', () => {
  const outside = [...pages, ...publicEndpoints]
  expect(outside.filter(({ path }) => isStaffAddress(path))).toEqual([])
  const inside = [...staffPages, ...endpoints.filter((one) => !publicEndpoints.includes(one))]
  expect(inside.filter(({ path }) => !isStaffAddress(path))).toEqual([])
})

describeOnEachDatabase('the staff area', (open) => {
  let shop: TestShop
  let served: ServedShop
  let loads: number
  let fault: Error | null

  beforeEach(async () => {
    ;[loads, fault] = [0, null]
    shop = await openTestShop(open())
    await shop.catalog.add(hoodie())
    served = await serveShop(shop, {
      async loadStaffArea() {
        loads += 1
        if (fault) throw fault
        return loadStaffArea()
      },
    })
  })
  afterEach(() => served.close())

  const ask = (path: string, init?: RequestInit) => fetch(served.url + path, { redirect: 'manual', ...init })

  test('is not loaded for shoppers, search engines and vulnerability scanners', async () => {
    const cookie = 'staff=abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz'
    const addresses = ['/', '/shop', '/cart', '/checkout', '/sitemap.xml', '/robots.txt', '/api/rates']
    for (const path of [...addresses, '/wp-admin', '/administrator', '/api/admin', '/api/nothing']) {
      await (await ask(path, { headers: { cookie } })).arrayBuffer()
      expect(loads, path).toBe(0)
    }
    expect((await ask('/shop', { method: 'POST' })).status).toBe(405)
    expect((await ask('/api/rates', { method: 'DELETE' })).status).toBe(405)
    expect(loads).toBe(0)
  })

  test('is loaded once for all who open it at the same time', async () => {
    const answers = await Promise.all(
      ['/admin', '/admin/orders', '/admin/nothing', '/api/staff/orders.csv'].map((path) => ask(path)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 303, 404, 401])
    expect((await ask('/admin/', {})).headers.get('location')).toBe('/admin')
    expect((await ask('/admin/orders', { method: 'POST' })).status).toBe(405)
    expect(loads).toBe(1)
  })

  test('shows an error when it cannot be loaded, and is loaded for the next visitor', async () => {
    fault = new Error('ENOENT: /srv/shop/orders-page.server.js')
    const page = await ask('/admin')
    const refusal = await ask('/api/staff/orders.csv')
    expect([page.status, refusal.status]).toEqual([500, 500])
    for (const text of [await page.text(), await refusal.text()]) expect(text).not.toMatch(/ENOENT|srv|at /)
    expect(shop.failures.splice(0).map(({ error }) => error)).toEqual([fault, fault])
    expect((await ask('/')).status).toBe(200)
    fault = null
    expect((await ask('/admin')).status).toBe(200)
  })
})
