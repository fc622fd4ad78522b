import { expect, test, vi } from 'vitest'
import { toProductId } from '#domain/ids.ts'
import { storeMissingPages } from '#operations/redirects/missing-pages.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('Redirects', (open, { startWith }) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask
  signInBeforeEach({ open, startWith }, (opened) => ({ shop, served, ask } = opened))

  const follow = async (path: string) => {
    const answer = await fetch(served.url + path, { redirect: 'manual' })
    await answer.text()
    return `${answer.status} ${answer.headers.get('location') ?? ''}`.trim()
  }
  const save = async (from: string, to: string) => ask('PUT', '/api/staff/redirects', { from, to })
  const missing = async () => {
    await storeMissingPages(shop)
    const answer = await ask('GET', '/api/staff/missing-pages')
    return ((await answer.json()) as { pages: { path: string; hits: number; meant: string | null }[] }).pages
  }

  test('an old address leads to its page, in any spelling, and a page of the shop always wins', async () => {
    expect(await follow('/products/old-hoodie')).toBe('404')
    expect((await save('/products/Old-Hoodie', '/product/hoodie?size=M')).status).toBe(200)
    expect(await follow('/products/old-hoodie')).toBe('301 /product/hoodie?size=M')
    expect(await follow('/PRODUCTS/Old-Hoodie?variant=12')).toBe('301 /product/hoodie?size=M')
    expect(await follow('/product/hoodie')).toBe('404')

    await save('/product/hoodie', '/shop')
    expect(await follow('/product/hoodie')).toBe('301 /shop')
    await shop.catalog.add(hoodie(), toProductId('hoodie'))
    expect(await follow('/product/hoodie')).toBe('200')
    await save('/shop', '/about')
    expect(await follow('/shop')).toBe('200')
  })

  test('two redirects never lead in a circle, nor to another site, nor from the staff area', async () => {
    await save('/a', '/b')
    await save('/b', '/c')
    const circle = await save('/c', '/a?x=1')
    expect([circle.status, await circle.text()]).toEqual([422, expect.stringContaining('leads in a circle')])
    expect((await save('/x', 'https://elsewhere.example/')).status).toBe(422)
    expect((await save('/x', '//elsewhere.example')).status).toBe(422)
    expect((await save('/admin/orders', '/shop')).status).toBe(422)
    const crossing = await Promise.all([save('/one', '/two'), save('/two', '/one')])
    expect(crossing.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('a file is tried first, imported, and changes nothing when it is imported again', async () => {
    await save('/products/b', '/product/b')
    const text = [
      'Redirect from,Redirect to',
      '/products/a,/product/a',
      '/products/b,/product/bee',
      '/products/c,https://elsewhere.example',
      '/products/d,/products/d',
    ].join('\n')
    const send = async (isTrial: boolean) =>
      (await ask('POST', '/api/staff/redirects/import', { text, isTrial })).json()
    const outcome = { made: 1, changed: 1, same: 0, wrong: 2 }
    expect(await send(true)).toMatchObject({ ...outcome, faults: [{ line: 4 }, { line: 5 }] })
    expect(await follow('/products/a')).toBe('404')
    expect(await send(false)).toMatchObject(outcome)
    expect(await follow('/products/a')).toBe('301 /product/a')
    expect(await send(false)).toMatchObject({ made: 0, changed: 0, same: 2, wrong: 2 })

    const exported = await (await ask('GET', '/api/staff/redirects.csv')).text()
    const again = await ask('POST', '/api/staff/redirects/import', { text: exported, isTrial: false })
    expect(await again.json()).toEqual({ made: 0, changed: 0, same: 2, wrong: 0, faults: [] })
    const none = await ask('POST', '/api/staff/redirects/import', { text: 'name,price', isTrial: true })
    expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('needs headings')])
  })

  test('missing pages are counted, with the page that was meant, until they are redirected or ignored', async () => {
    await shop.catalog.add(hoodie({ name: 'Emblem Hoodie' }), toProductId('emblem-hoodie'))
    for (const path of ['/products/emblem-hoodie', '/products/emblem-hoodie/', '/collections/hoodies']) {
      await follow(path)
      await follow(path)
    }
    for (const path of [
      '/pages/our-story',
      '/wp-login.php',
      '/.env',
      '/cart.js',
      '/order/R-7K3M-9QX2?key=x',
    ]) {
      await follow(path)
    }
    expect(await missing()).toMatchObject([
      { path: '/collections/hoodies', hits: 2, meant: '/shop?category=Hoodies' },
      { path: '/products/emblem-hoodie', hits: 2, meant: '/product/emblem-hoodie' },
      { path: '/pages/our-story', hits: 1, meant: '/about' },
    ])
    await follow('/pages/our-story')
    await save('/products/emblem-hoodie', '/product/emblem-hoodie')
    await ask('POST', '/api/staff/missing-pages', { path: '/collections/hoodies', isIgnored: true })
    expect(await missing()).toMatchObject([{ path: '/pages/our-story', hits: 2 }])
    await ask('POST', '/api/staff/missing-pages', { path: '/collections/hoodies', isIgnored: false })
    expect((await missing()).map(({ path }) => path)).toContain('/collections/hoodies')
  })

  test('an old address leads to its page in each language that the shop speaks', async () => {
    await save('/products/old', '/product/hoodie?size=M')
    await save('/fr/produits/ancien', '/fr/product/hoodie')
    expect(await follow('/fr/products/old')).toBe('404')
    await ask('PUT', '/api/staff/settings/languages', { version: 0, value: { fr: true } })
    await expect.poll(() => shop.languages.has('fr')).toBe(true)
    expect(await follow('/fr/products/old')).toBe('301 /fr/product/hoodie?size=M')
    expect(await follow('/fr/produits/ancien')).toBe('301 /fr/product/hoodie')
    expect(await follow('/products/old')).toBe('301 /product/hoodie?size=M')
    expect(await follow('/fr/products/gone')).toBe('404')
    expect(await follow('/products/gone')).toBe('404')
    expect(await missing()).toContainEqual(expect.objectContaining({ path: '/products/gone', hits: 2 }))
  })

  test('a missing page asks the database for nothing, while there are few redirects', async () => {
    await save('/old', '/shop')
    expect(await follow('/old')).toBe('301 /shop')
    const { db } = shop.database
    const asked = vi.spyOn(db, 'selectFrom')
    expect(await follow('/old')).toBe('301 /shop')
    expect(await follow('/nowhere')).toBe('404')
    expect(asked.mock.calls.flat()).not.toContain('redirects')
    await save('/old', '/about')
    expect(await follow('/old')).toBe('301 /about')
    asked.mockRestore()
  })

  test('a deleted redirect leads nowhere', async () => {
    await save('/old', '/shop')
    const remove = () => ask('POST', '/api/staff/redirects/delete', { from: '/old' })
    expect(await (await remove()).json()).toEqual({ from: '/old', to: '/shop' })
    expect((await remove()).status).toBe(404)
    expect(await follow('/old')).toBe('404')
  })
})
