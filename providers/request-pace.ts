/** At most this many requests a second for the account of this name. */
export type PaceOf = (account: string, perSecond: number) => RequestPace

/** Spaces the requests to one supplier, across all processes of the shop. */
export interface RequestPace {
  /**
   * Resolves when the next request may be sent; rejects with a `rate-limited` SupplierError when the wait would be
   * long.
   */
  turn(): Promise<void>
  /** Sends no requests for this time, because the supplier asked for a pause. */
  pause(milliseconds: number): Promise<void>
}
