/** Simulated browsing: lists, products, searches and pictures, in the ten display currencies. */
export interface BrowseLoad {
  port: number
  ids: readonly string[]
  /** How many pages the shop page has. */
  shopPages: number
  perSecond: number
  seconds: number
  /** How many requests were sent before, so that browsing continues at that point. */
  walked?: number
}

/** When a request was sent (epoch milliseconds), and how many milliseconds the full response took. */
export interface Wait {
  at: number
  took: number
}

export interface Browsed {
  waits: Wait[]
  /** Responses other than 200. */
  refused: number
}

const CURRENCIES = ['CAD', 'USD', 'EUR', 'GBP', 'JPY', 'AUD', 'NGN', 'INR', 'CNY', 'BRL']
const SEARCHES = ['hoodie', 'tee', 'red', 'be', 'cotton', 'bench piece 4', 'colour']

/** Sends `perSecond` requests a second, without waiting for earlier responses. */
export async function browse(load: BrowseLoad): Promise<Browsed> {
  const { port, ids, shopPages, perSecond, seconds, walked = 0 } = load
  const origin = `http://127.0.0.1:${port}`
  const pictures = new Set<string>()
  const open: Promise<void>[] = []
  const waits: Wait[] = []
  let refused = 0
  async function requestPage(step: number): Promise<void> {
    const currency = pick(CURRENCIES, Math.floor(step / 7))
    const at = Date.now()
    const sentAt = performance.now()
    const response = await fetch(origin + addressOf(step, { ids, shopPages, pictures }), {
      headers: {
        cookie: `currency=${currency}; currencyCode=${currency}`,
        'accept-encoding': 'gzip, deflate, br, zstd',
      },
    })
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (isPage) for (const picture of picturesIn(await response.text())) pictures.add(picture)
    else await response.arrayBuffer()
    waits.push({ at, took: performance.now() - sentAt })
    if (response.status !== 200) refused += 1
  }
  const started = performance.now()
  for (let step = 0; step < perSecond * seconds; step += 1) {
    const due = started + (step / perSecond) * 1_000
    const early = due - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    open.push(requestPage(walked + step))
  }
  await Promise.all(open)
  return { waits, refused }
}

interface PageTotals {
  ids: readonly string[]
  shopPages: number
  pictures: ReadonlySet<string>
}

function addressOf(step: number, { ids, shopPages, pictures }: PageTotals): string {
  const turn = Math.floor(step / 5)
  switch (step % 5) {
    case 0:
      return `/shop?page=${1 + (turn % shopPages)}`
    case 1:
      return `/shop?q=${encodeURIComponent(pick(SEARCHES, turn))}`
    case 2:
      return `/api/search?q=${encodeURIComponent(pick(SEARCHES, turn))}`
    case 3:
      return pick([...pictures], turn * 17) ?? '/'
    default:
      return `/product/${pick(ids, turn * 31)}`
  }
}

function picturesIn(html: string): string[] {
  return html.match(/\/pictures\/[\w-]+\.(?:avif|webp)/g) ?? []
}

function pick<T>(from: readonly T[], at: number): T {
  return from[at % from.length] as T
}
