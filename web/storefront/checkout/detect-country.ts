import { parseCountryCode } from '#domain/places/countries.ts'

const TIMEOUT_MS = 2_000

/** The visitor's probable country; null when it is unknown. Never throws. */
export async function detectCountry(): Promise<string | null> {
  try {
    const response = await fetch('/api/location', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const answer: unknown = await response.json()
    const code =
      answer !== null && typeof answer === 'object' && 'country_code' in answer ? answer.country_code : null
    return parseCountryCode(code)
  } catch {
    return null
  }
}
