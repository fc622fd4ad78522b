import { TableStoreError } from '#providers/catalog/catalog.ts'
import type { SupplierError, SupplierFailure } from '#providers/supplier-error.ts'

const UNCERTAIN: ReadonlySet<SupplierFailure> = new Set(['unreachable', 'timeout', 'failing', 'unreadable'])

/** Whether a failed write may have been carried out. */
export function mayHaveBeenWritten({ kind }: SupplierError): boolean {
  return UNCERTAIN.has(kind)
}

/** The message about a failure for staff, as worded in spec 8. */
export function staffMessageOf({ words, status, message }: SupplierError): string {
  return new TableStoreError(words ?? (status === undefined ? message : null)).message
}
