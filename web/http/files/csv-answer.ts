import { CSV_START, csvLine, type CsvCell } from '#domain/csv.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * A CSV download, sent batch by batch while it is read, so that its size is not limited by memory. Errors go to the log
 * only: once a response has begun, the server would write the error message into it.
 */
export function csvAnswer(
  { log }: Pick<Shop, 'log'>,
  fileName: string,
  head: readonly string[],
  batches: AsyncGenerator<CsvCell[][]>,
): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(CSV_START + csvLine(head))),
    async pull(stream) {
      const { value, done } = await batches.next().catch((error: unknown) => {
        log.error('A file could not be finished', error, { fileName })
        throw new Error('The file could not be finished', { cause: error })
      })
      if (done) stream.close()
      else stream.enqueue(encoder.encode(value.map(csvLine).join('')))
    },
    async cancel() {
      await batches.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  })
}
