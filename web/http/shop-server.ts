import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Log } from '#operations/shop.ts'
import { clientAddress } from './client-address.ts'
import { FewAtOnce } from './few-at-once.ts'
import { pageKey } from './page-address.ts'
import { answerPage, type PageCache } from './page-cache.ts'
import type { VisitorCurrencies } from './visitor-currency.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** What answers a request, in this order: the page cache, the files of the build, the application. */
export interface ShopServerOptions {
  cache: PageCache
  currencies: VisitorCurrencies
  trustedProxies: number
  files: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  app: { fetch(request: Request, bindings: object): Response | Promise<Response> }
  log: Log
}

/** Where thousands may order at the same moment. Payments, news of them and pages go ahead. */
const PLACEMENTS = '/create-payment-intent'

export function shopServer({
  cache,
  currencies,
  trustedProxies,
  files,
  app,
  log,
}: ShopServerOptions): Server {
  const application = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  }) as Listener

  const placements = new FewAtOnce()

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const { currency, setCookies } = currencies.of(request, clientAddress(request, trustedProxies))
      const page = cache.find(pageKey(currency, request.url ?? '/'))
      if (page) answerPage(request, response, page, setCookies)
      else files(request, response, () => application(request, response))
    } else if (request.url === PLACEMENTS) {
      placements.begin(() => response.destroyed || application(request, response))
    } else {
      application(request, response)
    }
  }

  return createServer((request, response) => {
    try {
      answer(request, response)
    } catch (error) {
      // Nobody's request may end the shop for everybody else.
      log.error('A request could not be answered', error, { method: request.method, path: request.url })
      if (!response.headersSent) response.writeHead(500, { 'cache-control': 'no-store' })
      response.end()
    }
  })
}
