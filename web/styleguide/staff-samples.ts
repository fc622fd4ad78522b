import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { MirrorStatus } from '#web/admin/products/mirror/use-mirror-status.ts'
import type { ConflictView, MirrorStatusView } from '#web/views/catalog/mirror-status.ts'
import type { DayOfSales } from '#web/admin/dashboard/daily-revenue.tsx'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { LONG_NAME, samplePicture } from './samples.ts'

function samplePictures(...sides: string[]): StaffProduct['pictures'] {
  return sides.map((side) => ({
    key: side,
    alt: `Hoodie, ${side}`,
    width: 1600,
    height: 2000,
    placeholder: '',
    view: samplePicture(`emblem-hoodie-black-${side}`, `Hoodie, ${side}`),
  }))
}

export const ON_SALE: StaffProduct = {
  ...withEmptyFields({
    name: 'Emblem Hoodie',
    price: cents(118_00),
    category: 'Hoodies',
    description: 'Heavyweight fleece.',
    stock: 24,
    sizes: [
      { size: 'S', stock: null },
      { size: 'M', stock: 4 },
    ],
  }),
  id: 'emblem-hoodie',
  price: '118.00',
  compareAt: null,
  pictures: samplePictures('front', 'back', 'detail'),
  outOfStock: false,
  version: 1,
  archivedAt: null,
}

export const OUT_OF_STOCK: StaffProduct = { ...ON_SALE, id: 'out', stock: 0, sizes: [], outOfStock: true }

export const UNTRACKED: StaffProduct = { ...ON_SALE, id: 'untracked', stock: null, pictures: [] }

export const ARCHIVED: StaffProduct = { ...ON_SALE, id: 'archived', archivedAt: 1 }

export const LONG_NAMED_PRODUCT: StaffProduct = {
  ...ON_SALE,
  id: 'long',
  name: LONG_NAME,
  price: '999999.99',
  pictures: Array.from({ length: 4 }, () => samplePictures('front', 'back'))
    .flat()
    .map((picture, at) => ({ ...picture, key: String(at) })),
}

/** Thirty days of sales; `most` is the best day, in cents. */
export function sampleDays(most: number): DayOfSales[] {
  return Array.from({ length: 30 }, (_, at) => {
    const cents = Math.round((most * ((at * 37) % 100)) / 100)
    const then = Math.round(cents / 2)
    const before = { day: `October ${at + 1}`, revenue: formatCents(then), cents: then }
    return { day: `November ${at + 1}`, orders: at % 5, revenue: formatCents(cents), cents, before }
  })
}

/** A product that changed at the source of products and in the shop. */
export const CONFLICT: ConflictView = {
  productId: 'emblem-cap',
  name: 'Emblem Cap',
  revision: 3,
  stock: 12,
  fields: [
    { label: 'Price', theirs: '$31.50', ours: '$29.00' },
    { label: 'Description', theirs: 'Six panels.\nOne size.', ours: '–' },
  ],
}

/** The state of a source of products. */
export function mirrorStatus(status: Partial<MirrorStatusView>): MirrorStatus {
  const label = 'Airtable'
  return {
    status: { label, failure: null, conflicts: [], problems: [], ...status },
    busy: false,
    choose: () => {},
  }
}

/** The refunds of an order, two of them unconfirmed. */
export const UNCONFIRMED = {
  order: {
    refunds: ['C$20.00', 'C$118.00'].map((amount, index) => ({
      id: `refund-${index}`,
      amount,
      state: 'unconfirmed' as const,
      to: '',
      isTaken: false,
      reason: '',
      by: 'ada@redemption.example',
      failure: 'The answer was lost.',
      isOverdue: false,
      split: [],
      at: 'Nov 21, 2026, 6:00 a.m.',
    })),
  },
  checked: false,
  onChange: () => {},
}
