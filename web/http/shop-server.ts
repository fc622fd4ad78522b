import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { clientAddress } from './client-address.ts'
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
}

export function shopServer({ cache, currencies, trustedProxies, files, app }: ShopServerOptions): Server {
  const application = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  }) as Listener

  return createServer((request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const { currency, setCookies } = currencies.of(request, clientAddress(request, trustedProxies))
      const page = cache.find(pageKey(currency, request.url ?? '/'))
      if (page) answerPage(request, response, page, setCookies)
      else files(request, response, () => application(request, response))
    } else {
      application(request, response)
    }
  })
}
