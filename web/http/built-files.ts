import type { ReadStream } from 'node:fs'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import sirv from 'sirv'
import type { Log } from '#operations/shop.ts'
import { securityHeaders } from './security-headers.ts'
import type { ShopServerOptions } from './shop-server.ts'

/**
 * The files of the browser build, already compressed, kept by browsers for good when their name has a hash. The list is
 * made once: a file that is gone since then is left to `next`, which says that nothing is there.
 */
export function builtFiles(folder: string, publicUrl: string, log: Log): ShopServerOptions['files'] {
  const always = securityHeaders(publicUrl)
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, path) {
      for (const [name, value] of always) response.setHeader(name, value)
      const forGood = path.startsWith('/assets/')
      response.setHeader(
        'cache-control',
        forGood ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      if (path === '/speculation-rules.json')
        response.setHeader('content-type', 'application/speculationrules+json')
    },
  })
  return (request, response, next) => {
    let head: Head | null = null
    const writeHead = response.writeHead.bind(response)
    // sirv writes the head before the file is open, and reads on whatever happens: the head waits for the file.
    response.writeHead = (status: number, headers?: unknown) => {
      response.writeHead = writeHead
      if (status === 416) response.setHeader('cache-control', 'no-store')
      if (headers === undefined) return writeHead(status)
      head = { status, headers: headers as OutgoingHttpHeaders }
      return response
    }
    const watch = (file: ReadStream) => {
      file.once('open', () => head && writeHead(head.status, head.headers))
      file.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') log.error('A file of the build could not be read', error)
        if (response.headersSent) return void response.destroy()
        forgetHeaders(response)
        next()
      })
      // A response that waits behind another on its line hears nothing when the line is cut.
      const stop = () => void file.destroy()
      request.socket.once('close', stop)
      response.once('close', () => {
        request.socket.off('close', stop)
        stop()
      })
    }
    response.once('pipe', watch)
    if (!isPart(request.headers.range)) delete request.headers.range
    serve(request, response, () => {
      response.off('pipe', watch)
      response.writeHead = writeHead
      next()
    })
  }
}

/**
 * Whether a Range header asks for one part from its first byte on. Everything else gets the whole file: sirv does not
 * check.
 */
function isPart(range: string | undefined): boolean {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(range ?? '') ?? []
  return first !== undefined && (last === undefined || Number(first) <= Number(last))
}

interface Head {
  status: number
  headers: OutgoingHttpHeaders
}

function forgetHeaders(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name)
}
