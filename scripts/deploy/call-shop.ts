import { createConnection, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { DeployAnswer, DeployRequest } from '#web/http/takeover/takeover-messages.ts'

/** The running shop, which starts another version and lets it take over. */
export interface ShopLine {
  /** Waits for the answer; reports of progress are passed to `onProgress`. */
  ask(
    request: DeployRequest,
    onProgress: (words: string) => void,
  ): Promise<Exclude<DeployAnswer, { kind: 'progress' }>>
  /** Resolves when the process of the running shop has ended. */
  ended: Promise<void>
  hangUp(): void
}

/** Null when no shop listens at this path. */
export async function callShop(path: string): Promise<ShopLine | null> {
  const socket = await connected(path)
  if (socket === null) return null
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  return {
    async ask(request, onProgress) {
      socket.write(`${JSON.stringify(request)}\n`)
      for (;;) {
        const { value, done } = await lines.next()
        if (done) return { kind: 'failed', why: 'The running shop has ended.' }
        const answer = JSON.parse(value) as DeployAnswer
        if (answer.kind !== 'progress') return answer
        onProgress(answer.words)
      }
    },
    ended: new Promise((resolve) => socket.once('close', () => resolve())),
    hangUp: () => void socket.destroy(),
  }
}

function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path, () => resolve(socket))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
  })
}
