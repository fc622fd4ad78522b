import { findExchangeRate } from '#operations/catalogue/find-exchange-rate.ts'
import type { Shop } from '#operations/shop.ts'
import type { ConnectionNeed } from '#providers/connection.ts'

/** A need of the shop, in the words of staff. */
interface NeedWords {
  title: string
  /** Completes "Used for ..." while nothing outside the shop serves it. */
  usedFor: string
  /** What serves it then, and what that means. */
  builtIn: { supplier: string; means: string }
}

/** Every need, in the order in which staff see them. */
export const CONNECTION_NEEDS: Readonly<Record<ConnectionNeed, NeedWords>> = {
  mail: {
    title: 'Mail',
    usedFor: 'every mail of the shop: to shoppers, subscribers and staff',
    builtIn: {
      supplier: 'Files in the data folder',
      means: 'Mails are written to files; nobody receives them.',
    },
  },
  payments: {
    title: 'Payments',
    usedFor: 'charging cards, and refunds',
    builtIn: { supplier: 'Built in', means: 'Only test cards work; no money is taken.' },
  },
  rates: {
    title: 'Exchange rates',
    usedFor: 'showing prices in the visitor’s currency; charges are always in Canadian dollars',
    builtIn: {
      supplier: 'Table that came with the shop',
      means: 'The rates stay as they are until the shop is updated.',
    },
  },
  location: {
    title: 'Location',
    usedFor: 'choosing a new visitor’s currency by the country of their address',
    builtIn: {
      supplier: 'Table that came with the shop',
      means: 'Countries are looked up in the shop itself; no address of a visitor leaves it.',
    },
  },
  catalogue: {
    title: 'Catalogue',
    usedFor: 'products, prices and stock',
    builtIn: {
      supplier: 'The shop’s database',
      means: 'Products are written in this staff area, and nowhere else.',
    },
  },
  pictures: {
    title: 'Pictures',
    usedFor: 'the pictures of products',
    builtIn: {
      supplier: 'Files in the data folder',
      means: 'Pictures are stored on the shop’s own disk: include it in the backup.',
    },
  },
  identity: {
    title: 'Staff sign-in',
    usedFor: 'the accounts and passwords of staff',
    builtIn: {
      supplier: 'The shop’s database',
      means: 'Accounts and passwords are kept in the shop itself.',
    },
  },
}

/** The needs' names, in the same order. */
export const NEED_NAMES = Object.keys(CONNECTION_NEEDS) as ConnectionNeed[]

/** What serves a need without a connection, and what that means. */
export async function builtInFor(shop: Shop, need: ConnectionNeed): Promise<NeedWords['builtIn']> {
  const { builtIn } = CONNECTION_NEEDS[need]
  if (need === 'payments') {
    return { ...builtIn, supplier: shop.gatewayLabels[shop.gateway.name] ?? builtIn.supplier }
  }
  if (need !== 'rates') return builtIn
  const rate = await findExchangeRate(shop, 'USD')
  return rate === null
    ? builtIn
    : { ...builtIn, means: `The rates are those of ${rate.asOf}. ${builtIn.means}` }
}
