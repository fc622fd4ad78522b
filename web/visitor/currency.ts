import { charging } from '#domain/charged-currency.ts'
import { useEffect, useState } from 'react'
import { formatMoney, type CurrencyCode } from '#domain/currency.ts'
import type { SignedCents } from '#domain/money.ts'
import { useWords } from '#web/ui/use-words.ts'
import { isRate, rateCookie, rememberedRate } from './rate-memory.ts'

/** The exchange rate of the page: units of the display currency per unit of the charged one, and its date. */
export interface PageRate {
  rate: number | null
  asOf: string | null
}

/** Writes cents in the visitor's currency. */
export type FormatPrice = (amount: SignedCents) => string

/**
 * Formats prices on pages that are priced in the browser. The rate is the page's, or the one in the pair's cookie, or
 * the server's, or an expired cookie; without any, prices are shown as they are charged (spec 4, 7 and 8).
 */
export function useFormatPrice(currency: CurrencyCode, pageRate: PageRate): FormatPrice {
  const language = useWords('language')
  const [found, setFound] = useState<number | null>(null)
  useEffect(() => {
    if (currency === charging.currency) return
    if (isRate(pageRate.rate)) {
      document.cookie = rateCookie(currency, pageRate.rate, Date.now(), location.protocol)
      return
    }
    const leaving = new AbortController()
    void findRate(currency, leaving.signal).then((rate) => leaving.signal.aborted || setFound(rate))
    return () => leaving.abort()
  }, [currency, pageRate.rate])
  return (amount) => formatMoney(amount, currency, pageRate.rate ?? found, { language: language.LANGUAGE })
}

async function findRate(currency: CurrencyCode, signal: AbortSignal): Promise<number | null> {
  const remembered = rememberedRate(document.cookie, currency, Date.now())
  if (remembered?.fresh) return remembered.rate
  const rate = await fetchRate(currency, signal)
  if (rate === null) return remembered?.rate ?? null
  document.cookie = rateCookie(currency, rate, Date.now(), location.protocol)
  return rate
}

async function fetchRate(currency: CurrencyCode, signal: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(`/api/rates?from=${charging.currency}&to=${currency}`, { signal })
    const answer: unknown = await response.json()
    const rate = answer !== null && typeof answer === 'object' && 'rate' in answer ? answer.rate : null
    return response.ok && isRate(rate) ? rate : null
  } catch {
    return null
  }
}
