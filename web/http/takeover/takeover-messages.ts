/** From the running shop to the process that is to take over. `open`: the running one has closed the database. */
export type ToSuccessor = { kind: 'serve' } | { kind: 'open' }

/** From the process that is to take over. `prepared`: it can be examined at a port of this machine. */
export type FromSuccessor =
  | { kind: 'prepared'; port: number }
  | { kind: 'serving' }
  | { kind: 'failed'; why: string }

/** From `npm run deploy` to the running shop. `replace`: it closes the database before the new version opens it. */
export type DeployRequest =
  | { kind: 'prepare'; folder: string }
  | { kind: 'switch' }
  | { kind: 'replace'; folder: string }

/** To `npm run deploy`. The connection ends with the process of the earlier version. */
export type DeployAnswer =
  | { kind: 'prepared'; pid: number; port: number }
  | { kind: 'progress'; words: string }
  | { kind: 'serving'; pid: number }
  | { kind: 'failed'; why: string }
