import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startCommand } from '#scripts/support/start-command.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** A shop in a separate process, on a free port. */
export interface RunningShop {
  pid: number
  port: number
  /** Milliseconds from the start of the process to the first complete page. */
  firstPageAfter: number
  /** Stops the shop and returns how many milliseconds that took. Throws when it exits with an error. */
  stop(): Promise<number>
}

export interface ShopStart {
  dataDir: string
  environment?: Record<string, string>
  /** The start command; by default that of `npm start`, without npm. */
  command?: [string, ...string[]]
  /** A program that is started like the shop, with the same flags and settings. */
  program?: string
  cwd?: string
}

const START_TIMEOUT_MS = 120_000

const running = new Set<ChildProcess>()
const folders: string[] = []
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Builds the shop of a checkout if the build is out of date, so that no measurement includes a build. */
export function buildShop(root = ROOT): void {
  // Other checkouts have it in TypeScript.
  const stamp = `import('./scripts/build-stamp.js').catch(() => import('./scripts/build-stamp.ts'))`
  const code = `const { isBuildFresh } = await ${stamp}; process.exit(isBuildFresh() ? 0 : 1)`
  const fresh = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: root })
  if (fresh.status === 0) return
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The shop could not be built')
}

export async function startShop({
  dataDir,
  environment,
  command,
  program: instead,
  cwd,
}: ShopStart): Promise<RunningShop> {
  const port = await freePort()
  const { settings, words } = command ? { settings: {}, words: command } : startCommand(cwd ?? ROOT, instead)
  const [program, ...args] = words
  const started = performance.now()
  const child = spawn(program, args, {
    cwd: cwd ?? ROOT,
    env: {
      ...process.env,
      ...settings,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'bench only password',
      DATABASE_URL: '', // not the one from a local .env
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += String(text)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (!(await firstPage(port))) {
    if (child.exitCode !== null) throw new Error(`The shop did not start: ${output}`)
    if (performance.now() - started > START_TIMEOUT_MS) throw new Error(`No page came: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const firstPageAfter = performance.now() - started
  return {
    pid: child.pid ?? 0,
    port,
    firstPageAfter,
    async stop() {
      const sentAt = performance.now()
      child.kill('SIGTERM')
      const code = await ended
      running.delete(child)
      if (code !== 0) throw new Error(`The shop ended with ${code}: ${output}`)
      return performance.now() - sentAt
    },
  }
}

async function firstPage(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/shop`)
    return response.status === 200 && (await response.text()).includes('</html>')
  } catch {
    return false
  }
}

/** A folder that is deleted when the bench ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-bench-'))
  folders.push(folder)
  return folder
}
