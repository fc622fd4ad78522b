import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

/** The first staff account of every journey shop. */
export const STAFF = { email: 'staff@redemption.example', password: 'journeys only password' }

/** A built shop in a separate process. */
export interface RunningShop {
  url: string
  dataDir: string
  /** Its log so far. */
  log(): string
  /** Sends SIGTERM and waits. Throws when it exits with an error. */
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 300_000

/** Starts the built shop on a free port, or on the PORT of its environment, and resolves once it can sell. */
export async function startShop(
  dataDir: string,
  environment: Record<string, string> = {},
  host = '127.0.0.1',
): Promise<RunningShop> {
  const port = environment['PORT'] ?? (await freePort())
  const url = `http://${host}:${port}`
  const child = spawn(process.execPath, [join(import.meta.dirname, 'built-shop.ts')], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: STAFF.email,
      ADMIN_PASSWORD: STAFF.password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (output += text.toString()))
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const started = performance.now()
  // Another test may have taken the port meanwhile: its shop would answer too.
  while (!output.includes('The shop is open') || !(await isHealthy(url))) {
    const isTaken = child.exitCode !== null && output.includes(`PORT ${port} is taken`)
    if (isTaken && environment['PORT'] === undefined) {
      return startShop(dataDir, environment, host)
    }
    if (child.exitCode !== null) throw new Error(`The shop did not start: ${output}`)
    if (performance.now() - started > START_TIMEOUT_MS) throw new Error(`The shop is not healthy: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    dataDir,
    log: () => output,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      process.off('exit', kill)
      if (code !== 0) throw new Error(`The shop ended with ${code}: ${output}`)
    },
  }
}

/** Whether a shop at this address reports that it can sell. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).status === 200
  } catch {
    return false
  }
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
