import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import { transact } from '#db/engine/transact.ts'
import {
  countAllAnswers,
  countReturnedByFit,
  findWords,
  listWords,
  setWordsState,
} from '#db/fit/fit-words.ts'
import type { Database } from '#db/schema.ts'
import type { Size } from '#domain/catalog/size.ts'
import {
  byFit,
  WORDS_TRANSITIONS,
  type FitCounts,
  type FitWords,
  type StaffDecision,
  type WordsState,
} from '#domain/fit/fit.ts'
import type { FitAnswerId, ProductId } from '#domain/ids.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'

const PAGE_SIZE = 25

/** What customers wrote, newest first. */
export function readFitWords(
  { database: { db } }: Shop,
  state: WordsState | '',
  page: number,
): Promise<ListPage<FitWords>> {
  return nearestPage(page, PAGE_SIZE, (part) => listWords(db, state, part))
}

/** How many words wait to be read. */
export async function countWaitingWords({ database: { db } }: Pick<Shop, 'database'>): Promise<number> {
  const { waiting } = await db
    .selectFrom('fit_answers')
    .where('state', '=', 'waiting')
    .select((e) => e.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

export type DecidedWords = { kind: 'decided' | 'words-changed'; found: FitWords } | { kind: 'unknown' }

/** Staff publish, refuse or take down the words that they read. */
export async function decideFitWords(
  shop: Shop,
  { id, version, decision }: { id: FitAnswerId; version: number; decision: StaffDecision },
): Promise<DecidedWords> {
  const outcome = await transact(shop.database, async (tx): Promise<DecidedWords> => {
    const found = await findWords(tx, id, { lock: true })
    if (found === null) return { kind: 'unknown' }
    if (found.version !== version || !WORDS_TRANSITIONS[found.state].includes(decision))
      return { kind: 'words-changed', found }
    await setWordsState(tx, found, decision)
    const { productId, productName: name } = found
    await recordAudit(tx, shop, { action: `fit-words-${decision}`, subject: { id: productId, name } })
    return { kind: 'decided', found: { ...found, state: decision, version: version + 1 } }
  })
  if (outcome.kind === 'decided') await shop.changes.publish('catalogue')
  return outcome
}

/** A product with its answers by size, and the units that came back because of their size. */
export interface ReportedFit {
  id: ProductId
  name: string
  sizes: { size: Size; answers: FitCounts; returned: { small: number; large: number } }[]
}

/** What buyers say of every product, the most answers first. */
export async function readFitReport({ database: { db } }: Pick<Shop, 'database'>): Promise<ReportedFit[]> {
  const [answers, returned] = await Promise.all([countAllAnswers(db), countReturnedByFit(db)])
  const names = await namesOf(db, [...new Set(answers.map(({ productId }) => productId))])
  const products = [...Map.groupBy(answers, ({ productId }) => productId)].map(([id, rows]) => ({
    id,
    name: names.get(id) ?? id,
    sizes: [...Map.groupBy(rows, ({ size }) => size)].map(([size, counted]) => {
      const back = (reason: 'too-small' | 'too-large') =>
        returned.find((one) => one.productId === id && one.size === size && one.reason === reason)?.units ?? 0
      return {
        size,
        answers: byFit((fit) => counted.find((row) => row.fit === fit)?.count ?? 0),
        returned: { small: back('too-small'), large: back('too-large') },
      }
    }),
  }))
  const total = ({ sizes }: ReportedFit) =>
    sizes.reduce((sum, { answers: { small, true: right, large } }) => sum + small + right + large, 0)
  return products.toSorted((one, other) => total(other) - total(one) || one.name.localeCompare(other.name))
}

async function namesOf(db: Kysely<Database>, ids: readonly ProductId[]): Promise<Map<ProductId, string>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
