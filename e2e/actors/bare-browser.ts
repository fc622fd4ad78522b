import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallChromium } from '#scripts/support/find-chromium.ts'

/** One page of a tab, which may still be prerendered. */
export interface BarePage {
  /** Evaluates an expression in the page, and waits for the result if it is a promise. */
  evaluate<T>(expression: string): Promise<T>
  /** Moves the mouse over the first element of a selector and, with `click`, clicks it. */
  moveMouseTo(selector: string, click?: boolean): Promise<void>
}

/**
 * A browser with one tab, controlled with the DevTools protocol, because Playwright does not support prerendered pages.
 */
export interface BareBrowser {
  first: BarePage
  /** The page that is being prerendered, once there is one. */
  prerendered(): Promise<BarePage>
  close(): Promise<void>
}

interface Message {
  id?: number
  method?: string
  sessionId?: string
  params?: { sessionId?: string; targetInfo?: { type: string; subtype?: string } }
  result?: { result?: { value?: unknown } } & Record<string, unknown>
  error?: { message: string }
}

export async function openBareBrowser(url: string): Promise<BareBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'bare-browser-'))
  const browser = spawn(
    await findOrInstallChromium(),
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=1440,900',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    // Debian starts the browser from a script, and killing only the script would leave the browser running: the whole
    // process group is killed.
    { stdio: 'ignore', detached: true },
  )
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  const kill = () => process.kill(-browser.pid!, 'SIGKILL')
  process.once('exit', kill)
  const close = async () => {
    process.off('exit', kill)
    kill()
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  try {
    return { ...(await openTab(profile, url)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openTab(profile: string, url: string): Promise<Omit<BareBrowser, 'close'>> {
  const portFile = join(profile, 'DevToolsActivePort')
  await until(() => existsSync(portFile) && readFileSync(portFile, 'utf8').includes('\n'))
  const [port, path] = readFileSync(portFile, 'utf8').split('\n')
  const protocol = await connectTo(`ws://127.0.0.1:${port}${path}`)

  const { targetId } = await protocol.send('Target.createTarget', { url: 'about:blank', forTab: true })
  const { sessionId: tab } = await protocol.send('Target.attachToTarget', { targetId, flatten: true })
  await protocol.send(
    'Target.setAutoAttach',
    { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
    tab as string,
  )
  const session = async (isPrerendered: boolean) => {
    const find = () => protocol.sessions.find((one) => one.isPrerendered === isPrerendered)?.id
    await until(() => find() !== undefined)
    return pageOf(protocol, find() ?? '')
  }
  const first = await session(false)
  await first.evaluate(`location.replace(${JSON.stringify(url)})`)
  const ready = () =>
    first.evaluate(`document.documentElement.dataset.hydrated === '' && document.readyState === 'complete'`)
  // While the page is being replaced, no expression can be evaluated; until it is complete, its pageshow event has not
  // fired.
  await until(async () => (await ready().catch(() => null)) === true)
  return { first, prerendered: () => session(true) }
}

const TIMEOUT_MS = 30_000

async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  while (!(await isMet())) {
    if (Date.now() > end) throw new Error('The browser did not do in time what was waited for')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

type Protocol = Awaited<ReturnType<typeof connectTo>>

/** Connects with the DevTools protocol, and records the pages that it reports. */
async function connectTo(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Message) => void>()
  const sessions: { id: string; isPrerendered: boolean }[] = []
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) return waiting.get(message.id)?.(message)
    const { sessionId, targetInfo } = message.params ?? {}
    if (message.method === 'Target.attachedToTarget' && sessionId && targetInfo?.type === 'page')
      sessions.push({ id: sessionId, isPrerendered: targetInfo.subtype === 'prerender' })
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  return {
    sessions,
    async send(method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> {
      last += 1
      const id = last
      const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
      const { result = {}, error } = await answered
      if (error) throw new Error(`${method}: ${error.message}`)
      return result
    },
  }
}

function pageOf(protocol: Protocol, session: string): BarePage {
  async function evaluate<T>(expression: string): Promise<T> {
    const { result } = await protocol.send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      session,
    )
    return (result as { value: T }).value
  }
  return {
    evaluate,
    async moveMouseTo(selector, click = false) {
      const { x, y } = await evaluate<{ x: number; y: number }>(`(() => {
        const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      })()`)
      const move = (type: string, more = {}) =>
        protocol.send('Input.dispatchMouseEvent', { type, x, y, ...more }, session)
      await move('mouseMoved')
      if (!click) return
      await move('mousePressed', { button: 'left', clickCount: 1 })
      await move('mouseReleased', { button: 'left', clickCount: 1 })
    },
  }
}
