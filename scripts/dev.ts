import { join } from 'node:path'
import { createServer } from 'vite'

/** The shop with hot reload: screens change in the browser, server code is loaded anew with the next request. */
const root = join(import.meta.dirname, '..')
const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, ws: {} } })
const { runShop } = (await vite.ssrLoadModule('/server.ts')) as typeof import('../server.ts')
const PREAMBLE = '/@dev-entry.js'

await runShop({
  files(request, response, next) {
    if (request.url !== PREAMBLE) return vite.middlewares(request, response, next)
    response.setHeader('content-type', 'text/javascript')
    response.end(
      `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
await import('/@vite/client')
await import('/web/browser.tsx')`,
    )
  },
  findAssets: () => ({ script: PREAMBLE, styles: ['/web/styles/all.css'], preloads: [], font: null }),
  loadApp: async () =>
    (await vite.ssrLoadModule('/web/http/shop-app.ts')) as typeof import('../web/http/shop-app.ts'),
  cachePages: false,
  onClose: () => vite.close(),
})
