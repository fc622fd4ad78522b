import { Connection } from '#scripts/robots/connection.ts'

/** A visitor who requests a page. `program`: without the headers that every browser sends. */
export interface Visitor {
  who: string
  headers: Record<string, string>
  program?: boolean
  knowsThePage?: boolean
}

/** A raw request, and the shop's response to it. */
export interface KnownRequest {
  text: string
  status: number
  head: string
  body: Buffer
}

/** Chromium's navigation headers, apart from those that depend on the visitor. */
const BROWSER = {
  'sec-ch-ua': '"Chromium";v="141", "Not?A_Brand";v="8"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'upgrade-insecure-requests': '1',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'accept-language': 'en-CA,en;q=0.9',
}

/** After this time in the cache, a page is sent with brotli. */
const UNTIL_BROTLI_MS = 1_100

/** A visitor's request for `path`, and the response once the page has been in the cache for a while. */
export async function requestFor(port: number, path: string, visitor: Visitor): Promise<KnownRequest> {
  const headers = { ...(visitor.program ? {} : BROWSER), ...visitor.headers }
  const connection = await Connection.open(port)
  await connection.ask(requestText(path, headers))
  await new Promise((resolve) => setTimeout(resolve, UNTIL_BROTLI_MS))
  let text = requestText(path, headers)
  let answer = await connection.ask(text)
  if (visitor.knowsThePage) {
    const [, etag = ''] = /^etag: *(.+)\r$/im.exec(answer.head) ?? []
    text = requestText(path, { ...headers, 'if-none-match': etag })
    answer = await connection.ask(text)
  }
  connection.close()
  return { text, ...answer }
}

function requestText(path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'localhost:3000', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
