import { realpathSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DeployAnswer, DeployRequest } from './takeover-messages.ts'

/** What the operating system takes as the path of a socket: 108 bytes with a closing zero, on macOS 104. */
const MAX_PATH_LENGTH = 103

/** The socket by which `npm run deploy` controls the shop at this port. Only its account and root can reach it. */
export function controlPath(dataDir: string, port: number): string {
  return join(realpathSync(dataDir), `control-${port}.sock`)
}

/** A connection of `npm run deploy`. */
export interface Deployer {
  answer(answer: DeployAnswer): void
  /** True once the command has ended or was interrupted. */
  hasLeft(): boolean
}

export type OnDeployRequest = (request: DeployRequest, deployer: Deployer) => Promise<void>

/** Takes requests one at a time. Null where the path is too long for a socket, and on Windows. */
export async function openControlSocket(
  path: string,
  { onRequest, onLeave }: { onRequest: OnDeployRequest; onLeave: (deployer: Deployer) => void },
): Promise<Server | null> {
  if (process.platform === 'win32' || Buffer.byteLength(path) > MAX_PATH_LENGTH) return null
  // Left behind by a process that was killed: the shop that has the port is this one.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    const deployer = deployerAt(socket)
    let turn = Promise.resolve()
    createInterface({ input: socket }).on('line', (line) => {
      turn = turn
        .then(() => onRequest(JSON.parse(line) as DeployRequest, deployer))
        .catch((error: unknown) => deployer.answer({ kind: 'failed', why: wordsOf(error) }))
    })
    socket.once('close', () => onLeave(deployer))
    socket.on('error', () => socket.destroy())
    socket.unref()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  server.unref()
  return server
}

function deployerAt(socket: Socket): Deployer {
  return {
    answer: (answer) => void (socket.writable && socket.write(`${JSON.stringify(answer)}\n`)),
    hasLeft: () => socket.destroyed,
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
