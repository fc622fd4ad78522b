import type { FromSuccessor, ToSuccessor } from './takeover-messages.ts'

/** Set for a process that is to take over: whether the running one goes on (`beside`) or stops before (`after`). */
export const TAKES_OVER = 'SHOP_TAKES_OVER'
export type TakeoverKind = 'beside' | 'after'

/** The running shop, as the process sees it that takes over from it. */
export interface Predecessor {
  kind: TakeoverKind
  tell(message: FromSuccessor): Promise<void>
  /** Resolves when the running shop says so. When that shop ends before, this process ends too. */
  hear(kind: ToSuccessor['kind']): Promise<void>
  /** From now on this process stands alone. */
  leave(): void
}

/** Null for a shop that was started by a person or a service manager. */
export function predecessorOf(process: NodeJS.Process, env: NodeJS.ProcessEnv): Predecessor | null {
  const kind = env[TAKES_OVER]
  if (kind !== 'beside' && kind !== 'after') return null
  if (!process.send) return null
  const send = process.send.bind(process)
  delete env[TAKES_OVER]
  const heard = new Set<string>()
  const waiting = new Map<string, () => void>()
  const abandoned = () => process.exit(1)
  process.on('message', (message: ToSuccessor) => {
    heard.add(message.kind)
    waiting.get(message.kind)?.()
  })
  process.once('disconnect', abandoned)
  return {
    kind,
    tell: (message) =>
      new Promise((resolve) => {
        if (process.connected) send(message, undefined, {}, () => resolve())
        else resolve()
      }),
    async hear(wanted) {
      if (!heard.has(wanted)) await new Promise<void>((resolve) => waiting.set(wanted, resolve))
      // It was told to go on: it does, even when the other one dies now.
      process.off('disconnect', abandoned)
    },
    leave() {
      if (process.connected) process.disconnect?.()
    },
  }
}
