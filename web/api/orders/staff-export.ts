import type { CsvCell } from '#domain/csv.ts'
import { recordExport, type ExportKind } from '#operations/staff/record-export.ts'
import { csvAnswer } from '#web/http/files/csv-answer.ts'
import { staffAuthor } from '#web/http/staff-only.ts'
import type { StaffContext } from '#web/api/api-context.ts'

/** An export of customers' data, recorded before it is sent. A HEAD request is not recorded. */
export async function exportAnswer(
  { method, headers }: Request,
  { shop, staff, address }: StaffContext,
  kind: ExportKind,
  file: { name: string; head: readonly string[]; batches: AsyncGenerator<CsvCell[][]> },
): Promise<Response> {
  if (method !== 'HEAD') {
    await recordExport(shop, kind, staffAuthor(headers, staff, address))
  }
  return csvAnswer(shop, file.name, file.head, file.batches)
}
