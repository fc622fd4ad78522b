import './private-files.js'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import { FIRST_PAIR } from '#domain/settings/brand/font-pairs.ts'

/** The shop with hot reload: screens update in the browser, server code is reloaded with the next request. */
const root = join(import.meta.dirname, '..')
const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, ws: {} } })
const { runShop } = (await vite.ssrLoadModule('/server.ts')) as typeof import('../server.ts')
const PREAMBLE = '/@dev-entry.js'

/** Every component in every state. Only this server has it: it is neither in routes.ts nor in a build. */
const STYLEGUIDE = `<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<title>Styleguide</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<div id="page"></div>
<script type="module" src="/web/styleguide/open-styleguide.tsx"></script>
</body>
</html>`

await runShop({
  files(request, response, next) {
    const { url = '/' } = request
    if (url.split('?')[0] === '/styleguide') return void showStyleguide(url, response, next)
    if (url !== PREAMBLE) return vite.middlewares(request, response, next)
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
  findAssets: (screen, _language, fonts = FIRST_PAIR) => ({
    script: PREAMBLE,
    code: `/web/${screen}.tsx`,
    styles: ['/web/styles/all.css', ...(fonts === FIRST_PAIR ? [] : [`/web/fonts/${fonts}.css`])],
    inlineStyle: null,
    preloads: [],
    font: null,
    fonts: '',
  }),
  loadApp: async () =>
    (await vite.ssrLoadModule('/web/http/shop-app.ts')) as typeof import('../web/http/shop-app.ts'),
  cachePages: false,
  onClose: () => vite.close(),
})

async function showStyleguide(url: string, response: ServerResponse, next: () => void): Promise<void> {
  try {
    const html = await vite.transformIndexHtml(url, STYLEGUIDE)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html)
  } catch (error) {
    console.error(error)
    next()
  }
}
