import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop } from '#test/support/serve-shop.ts'
import { openTestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('addresses of the shop', (open) => {
  test('an extra slash is removed by a redirect on the same host, never to another one', async () => {
    const served = await serveShop(await openTestShop(open()))
    const ask = async (path: string) => {
      const response = await fetch(served.url + path, { redirect: 'manual' })
      return [response.status, response.headers.get('location')]
    }
    expect(await ask('/shop/?q=tee')).toEqual([308, '/shop?q=tee'])
    const origins: string[] = []
    for (const path of ['/%5Cevil.example/', '//evil.example/', '/%2Fevil.example/']) {
      const [, location] = await ask(path)
      if (location) origins.push(new URL(String(location), served.url).origin)
    }
    expect(new Set(origins)).toEqual(new Set([served.url]))
    expect((await ask('/shop?page=many'))[0]).toBe(404)
    await served.close()
  })

  test('the styleguide exists on the development server only', async () => {
    const served = await serveShop(await openTestShop(open()))
    for (const path of ['/styleguide', '/styleguide?only=web/ui/toast:success']) {
      expect((await fetch(served.url + path)).status).toBe(404)
    }
    await served.close()
  })
})
