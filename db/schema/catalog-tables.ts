import type { Generated } from 'kysely'
import type { Category } from '#domain/catalog/category.ts'
import type { WrittenColumns } from '#domain/catalog/product-fields.ts'
import type { ChartKey } from '#domain/catalog/size-chart.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { ImportOutcome, ImportState } from '#domain/import/import.ts'
import type { DeliveryId, ImportId, OrderId, ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { StockReason } from '#domain/stock/stock-change.ts'

export interface CatalogTables {
  products: ProductsTable
  product_sizes: ProductSizesTable
  preorders: PreordersTable
  pictures: PicturesTable
  product_prices: ProductPricesTable
  product_search: ProductSearchTable
  item_codes: ItemCodesTable
  stock_movements: StockMovementsTable
  deliveries: DeliveriesTable
  delivery_lines: DeliveryLinesTable
  rates: RatesTable
  size_charts: SizeChartsTable
  search_words: SearchWordsTable
  translations: TranslationsTable
  redirects: RedirectsTable
  missing_pages: MissingPagesTable
  imports: ImportsTable
  import_rows: ImportRowsTable
  import_results: ImportResultsTable
  import_pictures: ImportPicturesTable
  picture_marks: PictureMarksTable
  rate_refreshes: RateRefreshesTable
  content_sources: ContentSourcesTable
  mirrored_records: MirroredRecordsTable
}

/** The columns of the fields that staff write follow from the definitions of the fields. */
interface ProductsTable extends WrittenColumns {
  id: ProductId
  version: number
  created_at: number
  updated_at: number
  archived_at: number | null
}

interface ProductSizesTable {
  product_id: ProductId
  size: Size
  /** Units of this size in stock; null: only the product's own count limits it. */
  stock: number | null
  /** The place of the size among those of the product. */
  position: Generated<number>
}

/** Sizes that are sold before they are made: domain/catalog/preorder.ts. */
interface PreordersTable {
  product_id: ProductId
  size: Size
  /** How many units of the count are still to come. */
  units: number
  ships_on: ShopDay
}

interface PicturesTable {
  product_id: ProductId
  position: number
  key: string
  alt: string
  width: number
  height: number
  placeholder: string
}

/** Each price that a product had, from `since` on until the next. */
interface ProductPricesTable {
  product_id: ProductId
  since: number
  price_cents: Cents
  compare_at_cents: Cents | null
}

/** Lower-cased name, description and category. On SQLite an FTS5 trigram table, on PostgreSQL a pg_trgm index. */
interface ProductSearchTable {
  product_id: ProductId
  body: string
}

/** Where a size of a product is stored, its barcode, and its SKU. Each may be empty. */
interface ItemCodesTable {
  product_id: ProductId
  size: Size
  bin: string
  barcode: string
  sku: Generated<string>
}

/**
 * The stock ledger: every change of a count, append-only. The deltas of a count add up to it; those of a count that is
 * not tracked to zero.
 */
interface StockMovementsTable {
  id: Generated<number>
  product_id: ProductId
  /** Null: the product's own count. */
  size: Size | null
  delta: number
  /** The count afterwards; null: it is not tracked any more. */
  count_after: number | null
  reason: StockReason
  /** `shopper`, `gateway`, `system`, or the email address of a staff member. */
  actor: string
  order_id: OrderId | null
  delivery_id: DeliveryId | null
  at: number
}

interface DeliveriesTable {
  id: DeliveryId
  version: number
  name: string
  supplier: string
  note: string
  /** The email address of the member of staff who received it. */
  created_by: string
  created_at: number
}

interface DeliveryLinesTable {
  delivery_id: DeliveryId
  product_id: ProductId
  size: Size
  units: number
}

interface RatesTable {
  base: string
  quote: string
  rate: number
  as_of: string
  source: string
  fetched_at: number
}

/**
 * The measurements of a category's sizes, or of products that name the chart: `category` is `own:` and a handle then,
 * and `sizes_of` the category whose sizes it measures. `chart` is JSON: domain/catalog/size-chart.ts.
 */
interface SizeChartsTable {
  category: ChartKey
  sizes_of: Generated<Category | ''>
  version: number
  chart: string
  updated_at: number
}

/** Words that mean the same in a search, in one row. `word_groups` is JSON: domain/catalog/search/search-words.ts. */
interface SearchWordsTable {
  id: 1
  version: number
  word_groups: string
  updated_at: number
}

/** Owners' texts in another language, each with the one that it was written for: domain/translations/translation.ts. */
interface TranslationsTable {
  language: string
  subject: string
  field: string
  text: string
  source: string
}

/** Where an old path leads (domain/redirects/redirect.ts). */
interface RedirectsTable {
  path: string
  target: string
  changed_at: number
}

/** A path that was asked for and is not there. `ignored_at`: staff do not want to see it. */
interface MissingPagesTable {
  path: string
  hits: number
  last_at: number
  ignored_at: number | null
}

/** A file of products that is imported. `headings`, `mapping` and `author` are JSON; `done`: listed products so far. */
interface ImportsTable {
  id: ImportId
  file_name: string
  headings: string
  mapping: string
  author: string
  state: ImportState
  rows: number
  listed: number
  done: number
  /** Until then one process works on it. */
  leased_until: Generated<number>
  created_at: number
  ended_at: number | null
}

/** A row of a file, with the rows of the same listed product under one position. `cells`: JSON. */
interface ImportRowsTable {
  import_id: ImportId
  position: number
  line: number
  cells: string
}

/** What became of a product of a file. `before` and `seen`: what undoing needs, as JSON. */
interface ImportResultsTable {
  import_id: ImportId
  position: number
  part: number
  line: number
  outcome: ImportOutcome
  product_id: ProductId | null
  name: string
  notes: string
  version: number | null
  before: string | null
  seen: string | null
}

/** A picture that was fetched from elsewhere, so that it is not fetched twice. */
interface ImportPicturesTable {
  address: string
  key: string
  width: number
  height: number
  placeholder: string
  fetched_at: number
}

/** When a stored picture was last wanted. While it is being removed (`removing_since`), it cannot be marked. */
interface PictureMarksTable {
  key: string
  wanted_at: number
  removing_since: number | null
}

/** One row per outside source of exchange rates: the lease to call it, and the next call. */
interface RateRefreshesTable {
  source: string
  /** The end of the lease of the process that queries the source. */
  leased_until: number
  ask_after: number
  /** How often it has failed since it last worked. */
  failures: number
}

/** A place outside the shop where products are edited, and the progress of mirroring it. */
interface ContentSourcesTable {
  place: string
  /** Products older than this were in the shop before mirroring began, and are not written to the place. */
  begun_at: number
  /** When the next round is due. */
  next_at: Generated<number>
  /** The process that mirrors, and the end of its lease. */
  leased_by: string | null
  leased_until: Generated<number>
  /** When the last reading of changes, and the last complete one, began. */
  read_at: number | null
  full_at: number | null
  /** How many records the last complete reading found, and how many known ones were missing. */
  records: Generated<number>
  missing: Generated<number>
  /** Why the last round failed, for staff, and since when rounds fail; null while they succeed. */
  failure: string | null
  failing_since: number | null
}

/** A product and its record at a source: mirrored-records.ts. The texts are JSON. */
interface MirroredRecordsTable {
  place: string
  product_id: ProductId
  /** Null until the record is made. */
  record_id: string | null
  /** What both sides last agreed on; null if the record was never imported. */
  agreed: string | null
  /** The record as it was last read, while it is not settled. */
  theirs: string | null
  /** Values that were sent without an answer, by field, each with its time. */
  sent: Generated<string>
  /** The fields that changed on both sides. */
  clash: Generated<string>
  /** Why the record is not imported, by field. */
  problem: Generated<string>
  /** What the source refused, and why. */
  refused: string | null
  /** The stored pictures, by the source's ids. */
  pictures: Generated<string>
  /** The pictures that the shop cannot use, by the source's ids, each with a sentence. */
  unusable: Generated<string>
  /** The version of the product when both sides agreed. */
  product_version: Generated<number>
  /** 1: the record no longer exists there. */
  gone: Generated<number>
  /** How many complete readings in a row did not find it. */
  missed: Generated<number>
  /** When the request to create the record was sent, while its result is unknown. */
  creating_at: number | null
  /** The outbox task that writes to the record next. */
  write_task: string | null
  /** 1: a round has to look at it even when it did not change. */
  unsettled: Generated<number>
  /** Rises with every change of the row. */
  revision: Generated<number>
}
