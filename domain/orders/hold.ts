import { keysOf } from '#domain/record-of.ts'

/** Why a parcel waits, with the label of each reason. */
export const HOLD_REASONS = {
  missing: 'An item is missing',
  damaged: 'An item is damaged',
  address: 'The address is doubtful',
  customer: 'The customer asked to wait',
  withdrawn: 'The customer withdrew from the contract',
  preorder: 'Pre-ordered items have not come in',
  review: 'It has to be looked at first',
  other: 'Another reason',
} as const

/** Why a parcel waits: `missing`. */
export type HoldReason = keyof typeof HOLD_REASONS

/** The reasons that staff choose, in the order of their buttons; rules put orders on hold for review. */
export const HOLD_REASON_NAMES = keysOf(HOLD_REASONS).filter((name) => name !== 'review')

/** The largest photo of a problem as the text of a data address, in characters: half a megabyte. */
export const MAX_PHOTO_LENGTH = 700_000

/** An order that no one packs until it is released. `photo`: the data address of a JPEG, or empty. */
export interface OrderHold {
  reason: HoldReason
  note: string
  photo: string
  by: string
  at: number
}
