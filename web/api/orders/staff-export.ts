import { recordExport, type ExportKind } from '#operations/staff/record-export.ts'
import { csvAnswer, type CsvFile } from '#web/http/files/csv-answer.ts'
import { staffAuthor } from '#web/http/staff-only.ts'
import type { StaffContext } from '#web/api/api-context.ts'

/** An export of customers' data, recorded before it is sent. A HEAD request is not recorded. */
export async function exportAnswer(
  request: Request,
  context: StaffContext,
  kind: ExportKind,
  { name, head, batches }: CsvFile,
): Promise<Response> {
  await recordAnswer(request, context, kind)
  return csvAnswer(context.shop, name, head, batches)
}

/** Records an export that is about to be sent. */
export async function recordAnswer(
  { method, headers }: Request,
  { shop, staff, address }: StaffContext,
  kind: ExportKind,
): Promise<void> {
  if (method !== 'HEAD') await recordExport(shop, kind, staffAuthor(headers, staff, address))
}
