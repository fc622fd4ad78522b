import { Connection } from '#scripts/robots/connection.ts'
import { cpuMicroseconds } from '#scripts/robots/process-usage.ts'

/** A server and its requests. `status` is required of every response. */
export interface Target {
  pid: number
  port: number
  request: string
  status: number
}

/** The targets take turns: each runs `rounds` times for `seconds`, over `connections` keep-alive connections. */
export interface PageLoad {
  targets: Target[]
  rounds: number
  seconds: number
  connections: number
}

/** Responses per second and CPU per response (µs) of one server in one round. */
export interface ServerRound {
  answersPerSecond: number
  cpuPerAnswer: number
}

/** Sends the next request as soon as the response has arrived. Returns one list for each round, in target order. */
export async function loadPages({
  targets,
  rounds,
  seconds,
  connections,
}: PageLoad): Promise<ServerRound[][]> {
  const askers = await Promise.all(targets.map((target) => Asker.open(target, connections)))
  for (const asker of askers) await asker.askFor(1)
  const made: ServerRound[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const results = new Map<Asker, ServerRound>()
    // The order alternates, so that effects on the machine's caches are shared equally.
    for (const asker of round % 2 === 0 ? askers : askers.toReversed()) {
      results.set(asker, await asker.askFor(seconds))
    }
    made.push(askers.map((asker) => results.get(asker) as ServerRound))
  }
  for (const asker of askers) asker.close()
  return made
}

class Asker {
  readonly #target: Target
  readonly #request: Buffer
  readonly #connections: Connection[]

  private constructor(target: Target, connections: Connection[]) {
    this.#target = target
    this.#request = Buffer.from(target.request)
    this.#connections = connections
  }

  static async open(target: Target, connections: number): Promise<Asker> {
    const opening = Array.from({ length: connections }, () => Connection.open(target.port))
    return new Asker(target, await Promise.all(opening))
  }

  async askFor(seconds: number): Promise<ServerRound> {
    const { pid, status: expected } = this.#target
    let answers = 0
    const cpuBefore = cpuMicroseconds(pid)
    const started = performance.now()
    const end = started + seconds * 1_000
    const askUntilTheEnd = async (connection: Connection): Promise<void> => {
      while (performance.now() < end) {
        const { status } = await connection.ask(this.#request)
        if (status !== expected) throw new Error(`Answered ${status} where ${expected} was expected`)
        answers += 1
      }
    }
    await Promise.all(this.#connections.map(askUntilTheEnd))
    return {
      answersPerSecond: (answers * 1_000) / (performance.now() - started),
      cpuPerAnswer: (cpuMicroseconds(pid) - cpuBefore) / answers,
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }
}
