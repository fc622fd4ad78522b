/** A page of a list: its rows, its number, and the totals. */
export interface ListPage<Row> {
  rows: Row[]
  page: number
  pages: number
  total: number
}

/** Reads a page of a list; beyond the end, the last one. */
export async function nearestPage<Row>(
  wanted: number,
  size: number,
  read: (span: { limit: number; offset: number }) => Promise<{ rows: Row[]; total: number }>,
): Promise<ListPage<Row>> {
  const span = (page: number) => ({ limit: size, offset: (page - 1) * size })
  const { rows, total } = await read(span(wanted))
  const pages = Math.max(1, Math.ceil(total / size))
  if (wanted <= pages) return { rows, page: wanted, pages, total }
  return { ...(await read(span(pages))), page: pages, pages }
}
