import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import type { Shop } from '#operations/shop.ts'
import type { ConnectionNeed } from '#providers/connection.ts'

/** A need of the shop, as shown to staff. */
interface NeedWords {
  title: string
  /** Completes "Used for ..." while nothing outside the shop serves it. */
  usedFor: string
  /** The built-in substitute, and its effect. */
  builtIn: { supplier: string; means: string }
}

/** Every need, in the order in which staff see them. */
export const CONNECTION_NEEDS: Readonly<Record<ConnectionNeed, NeedWords>> = {
  mail: {
    title: 'Email',
    usedFor: 'all email to customers, subscribers and staff',
    builtIn: {
      supplier: 'Files in the data folder',
      means: 'Emails are written to files; no one receives them.',
    },
  },
  payments: {
    title: 'Payments',
    usedFor: 'card payments and refunds',
    builtIn: { supplier: 'Built in', means: 'Only test cards work; no money is taken.' },
  },
  rates: {
    title: 'Exchange rates',
    usedFor: 'showing prices in the visitor’s currency; charges are always in Canadian dollars',
    builtIn: {
      supplier: 'Table included in the shop',
      means: 'They change only when the shop is updated.',
    },
  },
  location: {
    title: 'Location',
    usedFor: 'choosing a new visitor’s currency from the country of their IP address',
    builtIn: {
      supplier: 'Table included in the shop',
      means: 'The shop looks countries up itself and sends no visitor’s address anywhere.',
    },
  },
  catalogue: {
    title: 'Catalogue',
    usedFor: 'products, prices and stock',
    builtIn: {
      supplier: 'The shop’s database',
      means: 'Products are edited in this staff area only.',
    },
  },
  pictures: {
    title: 'Images',
    usedFor: 'product images',
    builtIn: {
      supplier: 'Files in the data folder',
      means: 'Images are stored on the shop’s disk. Include them in backups.',
    },
  },
  identity: {
    title: 'Staff sign-in',
    usedFor: 'staff accounts and passwords',
    builtIn: {
      supplier: 'The shop’s database',
      means: 'Accounts and passwords are stored in the shop’s database.',
    },
  },
}

/** The needs' names, in the same order. */
export const NEED_NAMES = Object.keys(CONNECTION_NEEDS) as ConnectionNeed[]

/** The built-in substitute of a need, and its effect. */
export async function builtInFor(shop: Shop, need: ConnectionNeed): Promise<NeedWords['builtIn']> {
  const { builtIn } = CONNECTION_NEEDS[need]
  if (need === 'payments') {
    return { ...builtIn, supplier: shop.gatewayLabels[shop.gateway.name] ?? builtIn.supplier }
  }
  if (need !== 'rates') return builtIn
  const rate = await findExchangeRate(shop, 'USD')
  return rate === null ? builtIn : { ...builtIn, means: `The rates are from ${rate.asOf}. ${builtIn.means}` }
}
