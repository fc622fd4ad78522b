import type { Server } from 'node:http'
import type { Log } from '#operations/shop.ts'
import { controlPath, openControlSocket, type Deployer } from './control-socket.ts'
import { drain } from './drain.ts'
import type { TakeoverKind } from './predecessor.ts'
import { startSuccessor, type Successor } from './successor.ts'
import type { DeployRequest } from './takeover-messages.ts'

/** The process that may be taken over from. */
export interface RunningProcess {
  server: Server
  log: Log
  dataDir: string
  port: number
  env: NodeJS.ProcessEnv
  /** Waits for running rounds. */
  stopBackgroundWork(): Promise<void>
  startBackgroundWork(): void
  /** Ends connections that would never end, such as the events for staff, and work that only one process may do. */
  releaseConnections(): Promise<void>
  close(): Promise<void>
  exit(code: number): void
}

/** Long enough for the migrations of a large shop. */
const START_TIMEOUT_MS = 15 * 60_000
const BACKGROUND_TIMEOUT_MS = 120_000
const SERVE_TIMEOUT_MS = 30_000
/** As long as the longest request: no visitor waits for the earlier version. */
const DRAIN_TIMEOUT_MS = 10 * 60_000
/** Visitors wait in the meantime. */
const REPLACE_TIMEOUT_MS = 10_000

/**
 * Lets another version take over. The new process has the same listening socket, so that no connection is lost between
 * the two: those not accepted yet wait for the new one. It is examined beside the running one, and serves on command;
 * then the running one finishes its requests and ends.
 */
export class Handover {
  readonly #process: RunningProcess
  #control: { close(): unknown } | null = null
  #successor: { process: Successor; deployer: Deployer } | null = null
  #isSwitching = false

  constructor(process: RunningProcess) {
    this.#process = process
  }

  async open(): Promise<void> {
    const { dataDir, port } = this.#process
    this.#control = await openControlSocket(controlPath(dataDir, port), {
      onRequest: (request, deployer) => this.#carryOut(request, deployer),
      onLeave: (deployer) => this.#dropSuccessor(deployer),
    })
  }

  /** No further request can arrive. */
  close(): void {
    this.#control?.close()
    this.#control = null
  }

  async #carryOut(request: DeployRequest, deployer: Deployer): Promise<void> {
    if (this.#isSwitching || (this.#successor && this.#successor.deployer !== deployer)) {
      deployer.answer({ kind: 'failed', why: 'Another deploy is under way.' })
    } else if (request.kind === 'prepare') await this.#prepare(request.folder, deployer)
    else if (request.kind === 'switch') await this.#switch(deployer)
    else await this.#replace(request.folder, deployer)
  }

  async #prepare(folder: string, deployer: Deployer): Promise<void> {
    const successor = this.#start(folder, 'beside')
    this.#successor = { process: successor, deployer }
    const message = await successor.nextMessage(START_TIMEOUT_MS)
    if (message.kind === 'prepared' && !deployer.hasLeft()) {
      deployer.answer({ kind: 'prepared', pid: successor.pid, port: message.port })
      return
    }
    this.#dropSuccessor(deployer)
    deployer.answer({ kind: 'failed', why: message.kind === 'failed' ? message.why : 'It did not start.' })
  }

  async #switch(deployer: Deployer): Promise<void> {
    const successor = this.#successor?.process
    if (successor === undefined) return deployer.answer({ kind: 'failed', why: 'No version is prepared.' })
    const { log, startBackgroundWork, releaseConnections, close, exit } = this.#process
    this.#isSwitching = true
    const goOn = async (why: string) => {
      this.#isSwitching = false
      this.#dropSuccessor(deployer)
      await this.open()
      deployer.answer({ kind: 'failed', why })
    }
    // Its path is the new process's from here on.
    this.close()
    deployer.answer({ kind: 'progress', words: 'The running version finishes its background work' })
    const stopped = this.#process.stopBackgroundWork()
    if (!(await endsWithin(stopped, BACKGROUND_TIMEOUT_MS))) {
      void stopped.then(startBackgroundWork)
      return goOn('The background work of the running version did not end within two minutes.')
    }
    successor.send({ kind: 'serve' })
    const message = await successor.nextMessage(SERVE_TIMEOUT_MS)
    if (message.kind !== 'serving') {
      successor.end()
      startBackgroundWork()
      return goOn(message.kind === 'failed' ? message.why : 'It did not begin to serve.')
    }
    log.info('Another version of the shop serves now', { process: successor.pid })
    deployer.answer({ kind: 'serving', pid: successor.pid })
    const drained = drain(this.#process.server, DRAIN_TIMEOUT_MS)
    await releaseConnections()
    await drained
    await close()
    successor.leave()
    exit(0)
  }

  async #replace(folder: string, deployer: Deployer): Promise<void> {
    const { log, server, stopBackgroundWork, releaseConnections, close, exit } = this.#process
    const successor = this.#start(folder, 'after')
    this.#isSwitching = true
    this.close()
    deployer.answer({ kind: 'progress', words: 'The running version stops; new visitors wait' })
    const drained = drain(server, REPLACE_TIMEOUT_MS)
    const idle = stopBackgroundWork()
    await releaseConnections()
    await Promise.all([drained, idle])
    await close()
    successor.send({ kind: 'open' })
    const message = await successor.nextMessage(START_TIMEOUT_MS)
    if (message.kind === 'serving') {
      deployer.answer({ kind: 'serving', pid: successor.pid })
      successor.leave()
      return exit(0)
    }
    successor.end()
    const why = message.kind === 'failed' ? message.why : 'It did not begin to serve.'
    log.error('The new version does not serve, and the running one has stopped', new Error(why))
    deployer.answer({ kind: 'failed', why })
    exit(1)
  }

  /** Ends a version that is no longer needed. */
  #dropSuccessor(deployer: Deployer): void {
    if (this.#isSwitching || this.#successor?.deployer !== deployer) return
    this.#successor.process.end()
    this.#successor = null
  }

  #start(folder: string, kind: TakeoverKind): Successor {
    const { server, dataDir, env } = this.#process
    // Node offers no other way to the number of a socket.
    const { _handle: handle } = server as unknown as { _handle: { fd: number } }
    return startSuccessor({ folder, kind, dataDir, env, socket: handle.fd })
  }
}

/** Whether the work ends in time. A failure counts as an end. */
async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const end = work.then(
    () => true,
    () => true,
  )
  let late: NodeJS.Timeout | undefined
  const lateness = new Promise<false>((resolve) => (late = setTimeout(resolve, ms, false)))
  const inTime = await Promise.race([end, lateness])
  clearTimeout(late)
  return inTime
}
