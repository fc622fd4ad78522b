import type { Connected, ConnectionReport } from '#providers/connection.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { GatewayError, type PaymentGateway } from './payment-gateway.ts'

/** What staff read of a gateway, and what must not be in it. */
interface GatewayWords {
  label: string
  /** Added to the sentence about a successful try: `in test mode`. */
  mode: string
  /** An id in the gateway's own form that no payment has. */
  noIntent: string
  secrets: readonly string[]
}

/** A gateway whose calls are reported, and that can be tried: it is asked about a payment that does not exist. */
export function connectedGateway(
  gateway: PaymentGateway,
  report: ConnectionReport,
  words: GatewayWords,
): PaymentGateway & Connected {
  const { label, mode, noIntent, secrets } = words
  const safe = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)

  async function reported<T>(call: Promise<T>): Promise<T> {
    try {
      const answer = await call
      report.worked()
      return answer
    } catch (error) {
      // A refused card or request shows that the gateway works.
      if (error instanceof GatewayError && !error.temporary) report.worked()
      else report.failed(safe(error instanceof Error ? error.message : String(error)))
      throw error
    }
  }

  async function tryOut(): Promise<string> {
    try {
      await gateway.findIntent(noIntent)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const kind = error.temporary ? 'failing' : 'refused'
      throw new SupplierError(safe(error.message), { supplier: label, kind, cause: error })
    }
    return `${label} lets the shop read payments, ${mode}.`
  }

  const connection = {
    need: 'payments' as const,
    supplier: label,
    usedFor: 'charging cards, and refunds',
    tryOut,
  }
  return new Proxy<PaymentGateway & Connected>(gateway, {
    get(target, name) {
      if (name === 'connection') return connection
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, given)
        return answer instanceof Promise ? reported(answer) : answer
      }
    },
  })
}
