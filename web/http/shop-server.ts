import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RequestCounts } from '#domain/monitoring/request-counts.ts'
import type { Log } from '#operations/shop.ts'
import { clientAddress } from './limits/client-address.ts'
import {
  announcesBody,
  endStalledReaders,
  inTurn,
  maxConnections,
  hasSingleHost,
} from './limits/connections.ts'
import { onAnswer, PLACEMENTS } from './monitoring/on-answer.ts'
import { forRequest, requestId } from './monitoring/current-request.ts'
import { SmallBatches } from './limits/small-batches.ts'
import { pageKey } from './pages/page-address.ts'
import type { PageCache } from './cache/page-cache.ts'
import type { VisitorCurrencies } from './visitors/visitor-currency.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The handlers of a request, in this order: the page cache, the built files, the application. */
export interface ShopServerOptions {
  cache: PageCache
  currencies: VisitorCurrencies
  trustedProxies: number
  files: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  app: { fetch(request: Request, bindings: object): Response | Promise<Response> }
  log: Log
  /** Counts every request. */
  counts?: RequestCounts
  /** Writes the line of an answered request; not those from the page cache or the built files. */
  logRequest?: (details: Record<string, unknown>) => void
}

/** A request line with its headers fits into one or two packets: a browser never needs longer. */
const HEADERS_TIMEOUT_MS = 15_000
/** Enough for the largest picture over a slow connection. Other bodies have less time (request-body.ts). */
const REQUEST_TIMEOUT_MS = 10 * 60_000
const TIMEOUT_CHECK_INTERVAL_MS = 5_000

export function shopServer({
  cache,
  currencies,
  trustedProxies,
  files,
  app,
  log,
  counts = new RequestCounts(),
  logRequest = () => {},
}: ShopServerOptions): Server {
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  }) as Listener

  /** Thousands of orders may arrive at the same time. Payments, their events and pages take priority over them. */
  const placements = new SmallBatches()

  function application(request: IncomingMessage, response: ServerResponse): void {
    const current = { id: requestId(request, trustedProxies > 0), route: null }
    response.setHeader('x-request-id', current.id)
    forRequest(current, () => {
      onAnswer(request, response, ({ kind, status, ms }) => {
        counts.answered(kind, status, ms)
        const line = { method: request.method, route: current.route ?? kind, status, ms: Math.round(ms) }
        forRequest(current, () => logRequest(line))
      })
      listener(request, response)
    })
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'GET' || request.method === 'HEAD') {
      // Nobody reads it: sent byte by byte, it would keep the connection open as long as the largest upload may take.
      if (announcesBody(request)) response.shouldKeepAlive = false
      const { currency, setCookies } = currencies.of(request, clientAddress(request, trustedProxies))
      const page = cache.find(pageKey(currency, request.url ?? '/'))
      if (page) {
        counts.cached += 1
        cache.answer(request, response, page, setCookies)
      } else {
        counts.files += 1
        files(request, response, () => {
          counts.files -= 1
          application(request, response)
        })
      }
    } else if (isPlacement(request.url ?? '/')) {
      placements.begin(() => response.destroyed || application(request, response))
    } else {
      application(request, response)
    }
  }

  function answerOrFail(request: IncomingMessage, response: ServerResponse): void {
    try {
      if (hasSingleHost(request)) answer(request, response)
      else response.writeHead(400, ['connection', 'close']).end()
    } catch (error) {
      // One request must never stop the shop for all other clients.
      log.error('A request could not be answered', error, { method: request.method, path: pathOf(request) })
      if (!response.headersSent) response.writeHead(500, { 'cache-control': 'no-store' })
      response.end()
    }
  }

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    (request, response) => inTurn(request, response, () => answerOrFail(request, response)),
  )
  server.maxConnections = maxConnections()
  endStalledReaders(server)
  return server
}

/** Whether an order is placed at this address, with any query and however its path is escaped. */
function isPlacement(url: string): boolean {
  if (url === PLACEMENTS) return true
  try {
    return decodeURI(new URL(url, 'http://shop.example').pathname) === PLACEMENTS
  } catch {
    return false
  }
}

/** Without its query: links in mails have their key there, which must not be in a log. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}
