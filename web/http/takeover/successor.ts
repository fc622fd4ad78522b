import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { INHERITS_SOCKET } from './inherited-socket.ts'
import { TAKES_OVER, type TakeoverKind } from './predecessor.ts'
import type { FromSuccessor, ToSuccessor } from './takeover-messages.ts'

/** The names of the variables that come from the file .env of the running version (env-file.js). */
const FROM_ENV_FILE = 'SHOP_ENV_FILE_NAMES'
const BEFORE_THE_SOCKET = ['ignore', 'inherit', 'inherit'] as const

/** A process of another version that is to take over, started by the running shop. */
export interface Successor {
  pid: number
  send(message: ToSuccessor): void
  /** The next message. `failed` when the process ends before, or says nothing in time. */
  nextMessage(withinMs: number): Promise<FromSuccessor>
  end(): void
  /** Lets this process end before the other one. */
  leave(): void
}

/** How the other version is started: with the listening socket and the data of this process. */
export interface Succession {
  folder: string
  kind: TakeoverKind
  socket: number
  dataDir: string
  env: NodeJS.ProcessEnv
}

/** Starts another version by its `npm start` command. Throws a readable error when settings would be missing. */
export function startSuccessor({ folder, kind, socket, dataDir, env }: Succession): Successor {
  if (env[FROM_ENV_FILE] && !existsSync(join(folder, '.env'))) {
    throw new Error('The running version has settings in a file .env, and the new one has no such file.')
  }
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: folder,
    env: {
      ...environmentFor(folder, env),
      DATA_DIR: dataDir,
      [TAKES_OVER]: kind,
      [INHERITS_SOCKET]: 'yes',
    },
    stdio: [...BEFORE_THE_SOCKET, socket, 'ipc'],
    // Ctrl-C in the terminal of the first version must not end a later one unasked.
    detached: true,
  })
  return successorOver(child)
}

function successorOver(child: ChildProcess): Successor {
  const arrived: FromSuccessor[] = []
  let awaited: ((message: FromSuccessor) => void) | null = null
  const take = (message: FromSuccessor) => {
    if (awaited === null) arrived.push(message)
    else awaited(message)
  }
  child.on('message', (message) => take(message as FromSuccessor))
  child.on('error', (error) => take({ kind: 'failed', why: error.message }))
  child.on('exit', (code, signal) => take({ kind: 'failed', why: `It ended with ${signal ?? code}.` }))
  return {
    pid: child.pid ?? 0,
    send: (message) => void (child.connected && child.send(message)),
    async nextMessage(withinMs) {
      const known = arrived.shift()
      if (known) return known
      return new Promise((resolve) => {
        const late = setTimeout(
          () => awaited?.({ kind: 'failed', why: 'It did not answer in time.' }),
          withinMs,
        )
        awaited = (message) => {
          clearTimeout(late)
          awaited = null
          resolve(message)
        }
      })
    },
    end: () => void child.kill(),
    leave() {
      if (child.connected) child.disconnect()
      child.unref()
    },
  }
}

/** The settings of this process without those of its file .env, and the programs of the other version first. */
export function environmentFor(folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const left = new Set([FROM_ENV_FILE, ...(env[FROM_ENV_FILE] ?? '').split(',')])
  const isForSuccessor = (name: string) =>
    !left.has(name) && !name.startsWith('npm_') && !name.startsWith('LISTEN_')
  const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => isForSuccessor(name)))
  const paths = (env['PATH'] ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
  return { ...inherited, PATH: [join(folder, 'node_modules/.bin'), ...paths].join(delimiter) }
}
