/** A task that this process may work on until its lease expires. `attempts`: how often it was started. */
export interface LeasedTask {
  id: number
  kind: string
  payload: unknown
  attempts: number
}

/** With the delays of retry-delays.ts, attempts continue for more than a day. */
export const MAX_ATTEMPTS = 36

/** Whether this is the last attempt after more than a day: if it fails too, the task is given up. */
export function isLastAttempt({ attempts }: LeasedTask): boolean {
  return attempts >= MAX_ATTEMPTS
}
