import type { FromSuccessor, ToSuccessor } from './takeover-messages.ts'

/** Set for a process that takes over: whether the earlier one keeps running (`beside`) or stops first (`after`). */
export const TAKES_OVER = 'SHOP_TAKES_OVER'
export type TakeoverKind = 'beside' | 'after'

/** The running shop, as the process sees it that takes over from it. */
export interface Predecessor {
  kind: TakeoverKind
  send(message: FromSuccessor): Promise<void>
  /** Resolves when that message of the running shop has arrived. When that shop ends before, this process ends too. */
  waitFor(kind: ToSuccessor['kind']): Promise<void>
  /** From now on this process does not depend on the other. */
  leave(): void
}

/** Null for a shop that was started by a person or a service manager. */
export function predecessorOf(process: NodeJS.Process, env: NodeJS.ProcessEnv): Predecessor | null {
  const kind = env[TAKES_OVER]
  if (kind !== 'beside' && kind !== 'after') return null
  if (!process.send) return null
  const send = process.send.bind(process)
  delete env[TAKES_OVER]
  const received = new Set<string>()
  const waiting = new Map<string, () => void>()
  const abandoned = () => process.exit(1)
  process.on('message', (message: ToSuccessor) => {
    received.add(message.kind)
    waiting.get(message.kind)?.()
  })
  process.once('disconnect', abandoned)
  return {
    kind,
    send: (message) =>
      new Promise((resolve) => {
        if (process.connected) send(message, undefined, {}, () => resolve())
        else resolve()
      }),
    async waitFor(wanted) {
      if (!received.has(wanted)) await new Promise<void>((resolve) => waiting.set(wanted, resolve))
      // From here on it continues, even if the other process dies.
      process.off('disconnect', abandoned)
    },
    leave() {
      if (process.connected) process.disconnect?.()
    },
  }
}
