import type { AddressInfo } from 'node:net'
import { RequestCounts } from '#domain/monitoring/request-counts.ts'
import { ProcessMeter } from '#operations/monitoring/process-meter.ts'
import type { Shop } from '#operations/shop.ts'
import { PageCache } from '#web/http/cache/page-cache.ts'
import { shopApp, type ShopAppOptions } from '#web/http/shop-app.ts'
import { shopServer, type ShopServerOptions } from '#web/http/shop-server.ts'
import { VisitorCurrencies } from '#web/http/visitors/visitor-currency.ts'

/** A shop served on 127.0.0.1 as in production, without built files. */
export interface ServedShop {
  url: string
  cache: PageCache
  health: { open: boolean }
  close(): Promise<void>
}

/** Serves the shop with the real server, page cache and application. Visitors' addresses come from X-Forwarded-For. */
export async function serveShop(
  shop: Shop,
  {
    logRequest,
    loadStaffArea,
  }: Pick<ShopServerOptions, 'logRequest'> & Pick<ShopAppOptions, 'loadStaffArea'> = {},
): Promise<ServedShop> {
  const cache = new PageCache()
  const currencies = new VisitorCurrencies(shop.geolocation, shop.settings.publicUrl)
  const health = { open: true }
  const meter = new ProcessMeter(new RequestCounts())
  shop.changes.listen(() => cache.clear())
  const trustedProxies = 1
  const app = shopApp({
    shop,
    cache,
    currencies,
    health,
    metrics: { meter, token: null },
    trustedProxies,
    strictHeaders: true,
    ...(loadStaffArea && { loadStaffArea }),
    findAssets: () => ({
      script: '/assets/browser.js',
      code: '/assets/shop-page.js',
      styles: ['/assets/all.css'],
      inlineStyle: null,
      preloads: [],
      font: null,
      fonts: '',
    }),
  })
  const server = shopServer({
    log: shop.log,
    counts: meter.counts,
    ...(logRequest && { logRequest }),
    cache,
    currencies,
    trustedProxies,
    files: (_request, _response, next) => next(),
    app: { fetch: (request, bindings) => app.fetch(request, bindings as never) },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    cache,
    health,
    async close() {
      meter.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
