import { findCookie } from './cookies.ts'

/** The visitor's chosen display currency from the cookies; null when they are gone (spec 3 and 9). */
export function chosenCurrency(cookies: string): string | null {
  return findCookie(cookies, 'currency') ?? findCookie(cookies, 'currencyCode')
}

/**
 * A page from the back/forward cache, or one prerendered before a change of currency, still shows the old currency: it
 * is reloaded.
 */
export function keepCurrencyInStep(shown: string): void {
  const check = () => {
    const chosen = chosenCurrency(document.cookie)
    if (chosen !== null && chosen !== shown) location.reload()
  }
  addEventListener('pageshow', (event) => event.persisted && check())
  document.addEventListener('prerenderingchange', check)
}
