import { itemCount, parseStoredCart, serializeCart, type CartLine } from '#domain/checkout/cart.ts'

/** The name of the cart in local storage (spec 3). */
export const CART_KEY = 'cart'
const DROPPED_KEY = 'cartDropped'

/** The cart as pages see it. `ready`: it was read. `remembered`: the browser keeps it beyond this page. */
export interface Cart {
  lines: CartLine[]
  count: number
  ready: boolean
  remembered: boolean
  /** How many stored lines could not be read and went, until the shopper was told. */
  dropped: number
}

/** The cart before hydration, the same on the server and in the browser. */
export const UNREAD_CART: Cart = { lines: [], count: 0, ready: false, remembered: true, dropped: 0 }

/** What the store needs of a browser's storage; asking for it may already throw. */
export type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The cart of one tab, kept in local storage and in step with the other tabs; without storage it lives for the page.
 */
export interface CartStore {
  read(): Cart
  subscribe(hear: () => void): () => void
  /** Changes the cart as it stands now, whichever tab changed it last. */
  change(edit: (lines: readonly CartLine[]) => CartLine[]): void
  /** Reads storage again: another tab wrote it, or this page comes out of a cache. */
  refresh(): void
  /** The shopper was told what was dropped. The notice stays for the life of the page. */
  forgetDropped(): void
}

export function openCartStore(openStorage: OpenStorage): CartStore {
  let cart = UNREAD_CART
  let text: string | null = null
  const listeners = new Set<() => void>()

  function show(lines: CartLine[], more: Partial<Cart>): void {
    cart = { ...cart, ...more, lines, count: itemCount(lines), ready: true }
  }

  function save(lines: CartLine[]): void {
    try {
      text = serializeCart(lines)
      openStorage().setItem(CART_KEY, text)
      show(lines, {})
    } catch {
      show(lines, { remembered: false })
    }
  }

  /** A cart that storage has refused once is newer here than there. */
  function load(): void {
    if (!cart.remembered) return
    try {
      const storage = openStorage()
      const stored = storage.getItem(CART_KEY)
      if (cart.ready && stored === text) return
      const { lines, dropped } = parseStoredCart(stored)
      text = stored
      if (dropped > 0) storage.setItem(DROPPED_KEY, String(dropped))
      show(lines, { dropped: Number(storage.getItem(DROPPED_KEY)) || 0 })
      if (dropped > 0) save(lines)
    } catch {
      show(cart.lines, { remembered: false })
    }
  }

  function tellWhenChanged(act: () => void): void {
    const before = cart
    act()
    if (cart === before) return
    for (const hear of listeners) hear()
  }

  return {
    read() {
      if (!cart.ready) load()
      return cart
    },
    subscribe(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    change(edit) {
      tellWhenChanged(() => {
        load()
        save(edit(cart.lines))
      })
    },
    refresh() {
      tellWhenChanged(load)
    },
    forgetDropped() {
      try {
        openStorage().removeItem(DROPPED_KEY)
      } catch {
        // Nothing was kept, so nothing is told again.
      }
    },
  }
}
