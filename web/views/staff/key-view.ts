import type { KeyPermission } from '#domain/staff/permissions.ts'

/** A key of the staff API. Times are texts in the shop's time zone. */
export interface KeyView {
  id: string
  name: string
  /** The address of its maker. */
  by: string
  ending: string
  permissions: KeyPermission[]
  createdAt: string
  expiresAt: string
  isExpired: boolean
  /** Blank: never. */
  lastUsedAt: string
}
