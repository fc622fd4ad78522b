/** Maps a visitor's address to a country. */
export interface Geolocation {
  /** A two-letter country code, or null for private, unknown and malformed addresses. Never throws, and never waits. */
  country(address: string): string | null
  /**
   * Only for implementations that query an outside service: whether its answer for this address is pending, so that
   * `country` may soon return something else.
   */
  isAsking?(address: string): boolean
}
