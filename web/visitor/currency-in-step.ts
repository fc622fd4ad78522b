import { findCookie } from './cookies.ts'

/** The display currency that this visitor chose, as its cookies say; null when they are gone (spec 3 and 9). */
export function chosenCurrency(cookies: string): string | null {
  return findCookie(cookies, 'currency') ?? findCookie(cookies, 'currencyCode')
}

/**
 * A page that comes out of the back/forward cache, or was prerendered before the visitor chose another currency, still
 * shows the old one: it is then loaded again.
 */
export function keepCurrencyInStep(shown: string): void {
  const check = () => {
    const chosen = chosenCurrency(document.cookie)
    if (chosen !== null && chosen !== shown) location.reload()
  }
  addEventListener('pageshow', (event) => event.persisted && check())
  document.addEventListener('prerenderingchange', check)
}
