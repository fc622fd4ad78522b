import { GatewayError, type PaymentGateway } from '#providers/payments/payment-gateway.ts'

/** The calls that the shop makes to a gateway. */
type GatewayCall =
  | 'createIntent'
  | 'updateIntent'
  | 'findIntent'
  | 'findIntentBySecret'
  | 'listUnpaid'
  | 'listPaid'
  | 'listRefunds'
  | 'cancelIntent'
  | 'refund'
  | 'findRefund'
  | 'findDispute'
  | 'createCardVerification'
  | 'findCardVerification'
  | 'cancelCardVerification'

type Asked<Call extends GatewayCall> = Parameters<PaymentGateway[Call]>
type Answer<Call extends GatewayCall> = ReturnType<PaymentGateway[Call]>

/** Replaces the calls of one kind. `send` passes the call on to the gateway. */
type Disturbance<Call extends GatewayCall> = (send: () => Answer<Call>, ...asked: Asked<Call>) => Answer<Call>

/**
 * Carries the shop's calls to the test gateway, which runs in the same process. Tests disturb it, because there is no
 * network to cut: a call or its answer gets lost, is delayed, or arrives after something else has happened.
 */
export class GatewayTransport {
  readonly #disturbances: { [Call in GatewayCall]?: Disturbance<Call> } = {}
  #outages = 0

  /** The next `calls` do not reach the gateway. */
  failNext(calls: number): void {
    this.#outages = calls
  }

  /** Disturbs a kind of call until the returned function is called. */
  disturb<Call extends GatewayCall>(call: Call, disturbance: Disturbance<Call>): () => void {
    const earlier = this.#disturbances[call]
    this.#set(call, disturbance)
    return () => this.#set(call, earlier)
  }

  /** Carries a call to the gateway. */
  carry<Call extends GatewayCall>(
    call: Call,
    asked: Asked<Call>,
    answer: (...asked: Asked<Call>) => Answer<Call>,
  ): Answer<Call> {
    const send = (): Answer<Call> => {
      this.#reachOrFail()
      return answer(...asked)
    }
    const disturbance = this.#disturbances[call]
    return disturbance === undefined ? send() : disturbance(send, ...asked)
  }

  #set<Call extends GatewayCall>(call: Call, disturbance: Disturbance<Call> | undefined): void {
    if (disturbance === undefined) delete this.#disturbances[call]
    else Object.assign(this.#disturbances, { [call]: disturbance })
  }

  #reachOrFail(): void {
    if (this.#outages === 0) return
    this.#outages -= 1
    throw new GatewayError('The gateway could not be reached.', true)
  }
}
