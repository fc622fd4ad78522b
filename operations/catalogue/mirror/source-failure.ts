import { TableStoreError } from '#providers/catalog/catalog.ts'
import type { SupplierError, SupplierFailure } from '#providers/supplier-error.ts'

const UNCERTAIN: ReadonlySet<SupplierFailure> = new Set(['unreachable', 'timeout', 'failing', 'unreadable'])

/** Whether a write may have been carried out in spite of the failure. */
export function isUncertain({ kind }: SupplierError): boolean {
  return UNCERTAIN.has(kind)
}

/** What staff read about a failure, in the words of spec 8. */
export function wordsOf({ words, status, message }: SupplierError): string {
  return new TableStoreError(words ?? (status === undefined ? message : null)).message
}
