/** Maps a visitor's address to a country. */
export interface Geolocation {
  /** A two-letter country code, or null for private, unknown and malformed addresses. Never throws, and never waits. */
  country(address: string): string | null
  /**
   * Only where a service outside the shop is asked too: whether its answer about this address is on its way, so that
   * `country` may soon say something else.
   */
  isAsking?(address: string): boolean
}
