import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 60_000
const RETRY_DELAY_MS = 250
const ANSWER_TIMEOUT_MS = 15_000
/** What every shopper needs, and the sign-in of staff. */
const PAGES = ['/', '/shop', '/cart', '/checkout', '/api/openapi.json', '/admin']
const SCRIPT = /<script[^>]* src="(\/[^"]+)"/

/** Asks a shop on this machine until it can sell, then for its pages. Null, or what is wrong. */
export async function examineShop(port: number, timeoutMs = TIMEOUT_MS): Promise<string | null> {
  const address = `http://127.0.0.1:${port}`
  const until = performance.now() + timeoutMs
  let fault = await faultOf(`${address}/ready`)
  while (fault !== null && performance.now() < until) {
    await sleep(RETRY_DELAY_MS)
    fault = await faultOf(`${address}/ready`)
  }
  if (fault !== null) return fault
  for (const page of PAGES) fault ??= await faultOf(`${address}${page}`)
  return fault ?? (await scriptFault(address))
}

async function faultOf(address: string): Promise<string | null> {
  const { pathname } = new URL(address)
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    return status === 200 ? null : `${pathname} was answered with ${status}.`
  } catch (error) {
    return `${pathname} was not answered: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The page may be available while the files of its build are not. */
async function scriptFault(address: string): Promise<string | null> {
  const page = await (await fetch(address)).text()
  const [, script] = SCRIPT.exec(page) ?? []
  return script === undefined ? 'The home page has no script.' : faultOf(`${address}${script}`)
}
