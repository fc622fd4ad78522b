import { CSV_START, csvLine, type CsvCell } from '#domain/csv.ts'

/** A table as a file to keep, sent batch by batch while it is read, so that none is too long for memory. */
export function csvAnswer(
  fileName: string,
  head: readonly string[],
  batches: AsyncGenerator<CsvCell[][]>,
): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(CSV_START + csvLine(head))),
    async pull(stream) {
      const { value, done } = await batches.next()
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
      'cache-control': 'no-store',
    },
  })
}
