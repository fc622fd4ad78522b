/** Maps a visitor's address to a country. */
export interface Geolocation {
  /** A two-letter country code, or null for private, unknown and malformed addresses. Never throws. */
  country(address: string): string | null
}
