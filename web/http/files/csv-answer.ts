import { CSV_START, csvLine, type CsvCell } from '#domain/csv.ts'
import type { Shop } from '#operations/shop.ts'

/** A table as a file, which is read while it is sent, so that its size is not limited by memory. */
export interface CsvFile {
  name: string
  head: readonly string[]
  batches: AsyncGenerator<CsvCell[][]>
}

/** The text of a file, batch by batch. */
export async function* csvText({ head, batches }: Omit<CsvFile, 'name'>): AsyncGenerator<string, undefined> {
  yield CSV_START + csvLine(head)
  for await (const rows of batches) yield rows.map(csvLine).join('')
}

/** A download of a CSV file. */
export function csvAnswer(
  shop: Pick<Shop, 'log'>,
  name: string,
  head: readonly string[],
  batches: CsvFile['batches'],
): Response {
  return fileAnswer(shop, { name, type: 'text/csv; charset=utf-8' }, csvText({ head, batches }))
}

/**
 * A download that is sent while it is made. Errors go to the log only: once a response has begun, the server would
 * write the error message into it.
 */
export function fileAnswer(
  { log }: Pick<Shop, 'log'>,
  { name: fileName, type }: { name: string; type: string },
  chunks: AsyncGenerator<string | Uint8Array, undefined>,
): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { value, done } = await chunks.next().catch((error: unknown) => {
        log.error('A file could not be finished', error, { fileName })
        throw new Error('The file could not be finished', { cause: error })
      })
      if (done) stream.close()
      else stream.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
  return new Response(body, {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${fileName}"` },
  })
}
