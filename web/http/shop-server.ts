import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Log } from '#operations/shop.ts'
import { clientAddress } from './client-address.ts'
import { endStalledReaders, inTurn, mostConnections, namesOneHost } from './connections.ts'
import { FewAtOnce } from './few-at-once.ts'
import { pageKey } from './page-address.ts'
import type { PageCache } from './page-cache.ts'
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

/** A request line with its headers fits into one packet or two: who needs longer is not a browser. */
const HEADERS_MS = 15_000
/** The largest picture over a slow line. Other bodies have less time (request-body.ts). */
const WHOLE_REQUEST_MS = 10 * 60_000
const SLOW_REQUESTS_CHECKED_MS = 5_000
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
      if (page) cache.answer(request, response, page, setCookies)
      else files(request, response, () => application(request, response))
    } else if (request.url === PLACEMENTS) {
      placements.begin(() => response.destroyed || application(request, response))
    } else {
      application(request, response)
    }
  }

  function answerOrFail(request: IncomingMessage, response: ServerResponse): void {
    try {
      if (namesOneHost(request)) answer(request, response)
      else response.writeHead(400, ['connection', 'close']).end()
    } catch (error) {
      // Nobody's request may end the shop for everybody else.
      log.error('A request could not be answered', error, { method: request.method, path: request.url })
      if (!response.headersSent) response.writeHead(500, { 'cache-control': 'no-store' })
      response.end()
    }
  }

  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: WHOLE_REQUEST_MS,
      connectionsCheckingInterval: SLOW_REQUESTS_CHECKED_MS,
    },
    (request, response) => inTurn(request, response, () => answerOrFail(request, response)),
  )
  server.maxConnections = mostConnections()
  endStalledReaders(server)
  return server
}
