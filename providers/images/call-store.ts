import { callSupplier, type SupplierAnswer, type SupplierCall } from '#providers/call-supplier.ts'
import type { ConnectionReport } from '#providers/connection.ts'
import { SupplierError, type SupplierFailure } from '#providers/supplier-error.ts'

/** After one of these, the same call may succeed at once. */
const TRANSIENT_FAILURES: ReadonlySet<SupplierFailure> = new Set(['unreachable', 'failing'])

/** No picture is larger: a master has at most 2400 pixels a side. */
const MAX_BYTES = 50_000_000

/**
 * Calls a picture store, and again after a temporary failure: every call may be repeated, because a picture is named by
 * its content. `prepare` makes a new call for each try. `mayMiss`: a 404 is not a failure.
 */
export async function callStore(
  report: ConnectionReport,
  prepare: () => Promise<SupplierCall>,
  { mayMiss = false } = {},
): Promise<SupplierAnswer> {
  const call = async () => callSupplier({ maxBytes: MAX_BYTES, ...(await prepare()) })
  try {
    const answer = await call().catch((error: unknown) => {
      if (error instanceof SupplierError && TRANSIENT_FAILURES.has(error.kind)) return call()
      throw error
    })
    report.worked()
    return answer
  } catch (error) {
    if (error instanceof SupplierError) {
      if (mayMiss && error.kind === 'not-found') report.worked()
      else report.failed(error.message)
    }
    throw error
  }
}
