import { parseCountryCode } from '#domain/countries.ts'

const DEFAULT_COUNTRY = 'CA'
const PATIENCE_MS = 2_000

/** The country to begin the form with: where the visitor seems to be, else Canada (spec 3). Never throws. */
export async function detectCountry(): Promise<string> {
  try {
    const response = await fetch('/api/location', { signal: AbortSignal.timeout(PATIENCE_MS) })
    const answer: unknown = await response.json()
    const code =
      answer !== null && typeof answer === 'object' && 'country_code' in answer ? answer.country_code : null
    return parseCountryCode(code) ?? DEFAULT_COUNTRY
  } catch {
    return DEFAULT_COUNTRY
  }
}
