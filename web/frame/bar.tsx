import { useRef } from 'react'
import AsServed from '#web/as-served.tsx'
import type { FrameProps } from '#web/page.ts'
import { inShopName } from '#domain/settings/in-shop-name.ts'
import { closeWhenLeft } from './close-when-left.ts'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { useShopName } from '#web/ui/shop-name.ts'
import Wordmark from '#web/ui/wordmark.tsx'
import { useCart } from '#web/visitor/cart.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './bar.module.css'
import CurrencySelector from './currency-selector.tsx'
import SearchOverlay, { fetchSuggestions, openSearch } from './search-overlay.tsx'

interface Props {
  frame: FrameProps
  overPicture: boolean
}

/** The bar on every page: navigation, currency selector, search and cart. */
export default function Bar({ frame, overPicture }: Props) {
  const words = useWords('frame')
  const { count } = useCart()
  const name = useShopName()
  const search = useRef<HTMLDialogElement>(null)

  return (
    <header className={overPicture ? `${styles.bar} ${styles.over} over-picture` : styles.bar}>
      <AsServed as="a" id="home" href="/" className={styles.logo} aria-label={inShopName(words.home, name)}>
        {import.meta.env.SSR && <Wordmark />}
      </AsServed>
      <AsServed as="nav" aria-label={words.mainLinks} id="links" className={styles.links}>
        {import.meta.env.SSR && <Links {...frame} />}
      </AsServed>
      <div className={styles.tools}>
        <CurrencySelector frame={frame} />
        <button
          type="button"
          className={`${styles.tool} ${styles.search}`}
          aria-label={words.search}
          aria-haspopup="dialog"
          onPointerEnter={fetchSuggestions}
          onFocus={fetchSuggestions}
          onClick={() => openSearch(search.current)}
        >
          <Icon path={icons.search} />
        </button>
        <a href="/cart" className={styles.tool} aria-label={words.cartLabel(count)}>
          <Icon path={icons.cart} />
          {count > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {count > 99 ? words.moreThan99 : count}
            </span>
          )}
        </a>
        <button
          type="button"
          className={`${styles.tool} ${styles.menuToggle}`}
          aria-label={words.menu}
          popoverTarget="menu"
        >
          <Icon path={icons.menu} />
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only sees the focus leave */}
      <nav id="menu" popover="auto" aria-label={words.menu} className={styles.menu} onBlur={closeWhenLeft}>
        <AsServed as="div" id="menu-links">
          {import.meta.env.SSR && <Links {...frame} />}
        </AsServed>
        <a href="/cart">{words.cartLink(count)}</a>
      </nav>
      <noscript>
        {import.meta.env.SSR && (
          <form action="/shop" role="search" className={styles.plainSearch}>
            <label htmlFor="plain-search">{words.searchProducts}</label>
            <input id="plain-search" name="q" type="search" />
            <button type="submit">{words.search}</button>
            <button type="submit" form="currency-form">
              {words.changeCurrency}
            </button>
          </form>
        )}
      </noscript>
      <SearchOverlay dialog={search} />
    </header>
  )
}

/** The links of the menu, the current one marked. */
function Links({ header, currentPath }: FrameProps) {
  return header.map(({ label, href }) => (
    <a key={label} href={href} aria-current={currentPath === href ? 'page' : undefined}>
      {label}
    </a>
  ))
}
