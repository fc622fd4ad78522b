import { itemCount, type CartLine } from '#domain/checkout/cart.ts'
import { parseStoredCart, serializeCart } from '#domain/checkout/stored-cart.ts'

/** The name of the cart in local storage (spec 3). */
export const CART_KEY = 'cart'
const DROPPED_KEY = 'cartDropped'
const ROOM_KEY = 'cartRoom'
/** About the size of a cart with a few lines. */
const ROOM = ' '.repeat(2000)

/** The cart as pages see it. `ready`: it was read. `remembered`: the browser stores it beyond this page. */
export interface Cart {
  lines: CartLine[]
  count: number
  ready: boolean
  remembered: boolean
  /** How many stored lines were dropped as unreadable, until the shopper has seen the notice. */
  dropped: number
}

/** The cart before hydration, the same on the server and in the browser. */
export const UNREAD_CART: Cart = { lines: [], count: 0, ready: false, remembered: true, dropped: 0 }

/** The part of a browser's storage that is used; even accessing it may throw. */
export type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The cart of one tab, kept in local storage and in sync with other tabs; without storage it lives for the page. */
export interface CartStore {
  read(): Cart
  subscribe(listener: () => void): () => void
  /** Changes the current cart, including changes from other tabs. */
  change(edit: (lines: readonly CartLine[]) => CartLine[]): void
  /** Reads storage again: another tab wrote it, or this page was restored from a cache. */
  refresh(): void
  /** The shopper has seen the notice about dropped lines. It stays for the life of the page. */
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

  /** Once storage has refused a write, the cart in memory is newer. */
  function load(): void {
    if (!cart.remembered) return
    try {
      const storage = openStorage()
      const stored = storage.getItem(CART_KEY)
      if (cart.ready && stored === text) return
      if (!cart.ready && stored === null) findRoom(storage)
      const { lines, dropped } = parseStoredCart(stored)
      text = stored
      if (dropped > 0) storage.setItem(DROPPED_KEY, String(dropped))
      show(lines, { dropped: Number(storage.getItem(DROPPED_KEY)) || 0 })
      if (dropped > 0) save(lines)
    } catch {
      show(cart.lines, { remembered: false })
    }
  }

  /** Throws when storage is full: a cart that could not be stored must not look like an empty one. */
  function findRoom(storage: ReturnType<OpenStorage>): void {
    storage.setItem(ROOM_KEY, ROOM)
    storage.removeItem(ROOM_KEY)
  }

  function notifyIfChanged(act: () => void): void {
    const before = cart
    act()
    if (cart === before) return
    for (const listener of listeners) listener()
  }

  return {
    read() {
      if (!cart.ready) load()
      return cart
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(edit) {
      notifyIfChanged(() => {
        load()
        save(edit(cart.lines))
      })
    },
    refresh() {
      notifyIfChanged(load)
    },
    forgetDropped() {
      try {
        openStorage().removeItem(DROPPED_KEY)
      } catch {
        // Not stored, so it will not be reported again either.
      }
    },
  }
}
