import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

/** A program that runs beside the shop. */
export interface SidecarProcess {
  readonly ended: Promise<void>
  hasEnded(): boolean
  stop(): Promise<void>
}

/**
 * Ends the program when the shop ends, even if the shop is killed: the shell waits for the end of its input, which is a
 * pipe from the shop. A program that is still running after the grace period is killed: Litestream waits forever for a
 * place that it cannot write to.
 */
const SHELL = [
  'exec 3<&0',
  'graceSeconds=$1; shift',
  '"$@" </dev/null 3<&- & program=$!',
  '{ read -r _ <&3; kill -TERM $program; sleep "$graceSeconds"; kill -KILL $program; } >/dev/null 2>&1 & reader=$!',
  'exec 3<&-',
  'wait $program; code=$?',
  'kill $reader 2>/dev/null',
  'exit $code',
].join('\n')

/**
 * Starts a program that ends with the shop. `onLine` is called with each line that the program writes. `graceSeconds`:
 * how long it has to exit before it is killed.
 */
export function startSidecar(
  program: string,
  args: readonly string[],
  {
    env,
    onLine,
    graceSeconds = 5,
  }: { env: Record<string, string>; onLine: (line: string) => void; graceSeconds?: number },
): SidecarProcess {
  const child = spawn('/bin/sh', ['-c', SHELL, 'sh', String(graceSeconds), program, ...args], {
    // Only the variables that the program needs, not the shop's settings.
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C in a terminal must reach the shop only: the program has to run until the last change is copied.
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine)
  child.stdin.on('error', () => {}) // the program ended first
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      onLine(error.message)
      resolve()
    })
    child.once('close', () => resolve())
  })
  let isOver = false
  void ended.then(() => (isOver = true))
  return {
    ended,
    hasEnded: () => isOver,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
