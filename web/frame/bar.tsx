import { useRef } from 'react'
import type { FrameProps } from '#web/page.ts'
import Icon from '#web/ui/icon.tsx'
import Wordmark from '#web/ui/wordmark.tsx'
import { useCart } from '#web/visitor/cart.ts'
import styles from './bar.module.css'
import CurrencySelector from './currency-selector.tsx'
import SearchOverlay, { openSearch } from './search-overlay.tsx'

interface Props {
  frame: FrameProps
  overPicture: boolean
}

const LINKS = [
  { label: 'SHOP', href: '/shop' },
  { label: 'Contact', href: '/contact' },
]

/** The bar on every page: navigation, currency selector, search and cart. */
export default function Bar({ frame, overPicture }: Props) {
  const { count } = useCart()
  const search = useRef<HTMLDialogElement>(null)
  const links = LINKS.map(({ label, href }) => (
    <a key={href} href={href} aria-current={frame.currentPath === href ? 'page' : undefined}>
      {label}
    </a>
  ))

  return (
    <header className={overPicture ? `${styles.bar} ${styles.over}` : styles.bar}>
      <a href="/" className={styles.logo} aria-label="Redemption, home">
        <Wordmark />
      </a>
      <nav aria-label="Main" className={styles.links}>
        {links}
      </nav>
      <div className={styles.tools}>
        <CurrencySelector frame={frame} />
        <button
          type="button"
          className={`${styles.tool} ${styles.search}`}
          aria-label="Search"
          aria-haspopup="dialog"
          onClick={() => openSearch(search.current)}
        >
          <Icon name="search" />
        </button>
        <a href="/cart" className={styles.tool} aria-label={cartLabel(count)}>
          <Icon name="cart" />
          {count > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </a>
        <button
          type="button"
          className={`${styles.tool} ${styles.menuToggle}`}
          aria-label="Menu"
          popoverTarget="menu"
        >
          <Icon name="menu" />
        </button>
      </div>
      <nav id="menu" popover="auto" aria-label="Menu" className={styles.menu}>
        {links}
        <a href="/cart">Cart ({count})</a>
      </nav>
      <noscript>
        <form action="/shop" role="search" className={styles.plainSearch}>
          <label htmlFor="plain-search">Search products</label>
          <input id="plain-search" name="q" type="search" />
          <button type="submit">Search</button>
          <button type="submit" form="currency-form">
            Change currency
          </button>
        </form>
      </noscript>
      <SearchOverlay dialog={search} />
    </header>
  )
}

function cartLabel(count: number): string {
  if (count === 0) return 'Cart'
  return count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`
}
