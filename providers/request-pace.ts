/** At most this many requests a second for the account of this name. */
export type PaceOf = (account: string, perSecond: number) => RequestPace

/** Keeps the requests to one supplier apart, over all processes of the shop. */
export interface RequestPace {
  /** Resolves when the next request may be sent; rejects with a `rate-limited` SupplierError when that is long. */
  turn(): Promise<void>
  /** The supplier asks for a pause. */
  pause(milliseconds: number): Promise<void>
}
