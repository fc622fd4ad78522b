import type { Kysely } from 'kysely'
import type { ProductId } from '#domain/ids.ts'
import { FIELD_LABELS, type WrittenFields } from '#domain/catalog/product-fields.ts'
import { formatCents } from '#domain/money.ts'
import { auditChanges, type AuditAction, type AuditUnit } from '#domain/audit/audit.ts'
import type { Database } from '#db/schema.ts'
import { announce } from '#db/webhooks/announce.ts'
import { isDisclosed } from '#domain/catalog/product.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'

type Fields = Partial<WrittenFields>

/** Tells other programs of a change of a product, and records what staff did, with its name and what differs. */
export async function recordProduct(
  tx: Kysely<Database>,
  shop: Pick<Shop, 'author' | 'now'>,
  id: ProductId,
  action: Extract<AuditAction, `product-${string}`>,
  { before = null, after = null }: { before?: Fields | null; after?: Fields | null } = {},
): Promise<void> {
  await announceProduct(tx, shop.now(), id, action, { before, after })
  if (!shop.author) return
  const { name } = await tx
    .selectFrom('products')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const changes = auditChanges(FIELD_LABELS, readable(before), readable(after), UNITS)
  await recordAudit(tx, shop, { action, subject: { id, name }, changes })
}

/**
 * A product that shoppers could not see yet is nobody's business, so its removal is not told. Whether any other change
 * may be told is decided when it is sent.
 */
async function announceProduct(
  tx: Kysely<Database>,
  at: number,
  id: ProductId,
  action: Extract<AuditAction, `product-${string}`>,
  { before, after }: { before: Fields | null; after: Fields | null },
): Promise<void> {
  const thing = `product:${id}` as const
  const isHidden = after?.draft === true && before?.draft === false
  const isDeleted = action === 'product-archived' || action === 'product-removed'
  if (!isHidden && !isDeleted) {
    const topic = action === 'product-added' ? 'product.added' : 'product.changed'
    if (after?.draft !== true) await announce(tx, [{ topic, thing, at }])
    return
  }
  const row = await tx
    .selectFrom('products')
    .select(['draft', 'published_from as publishedFrom'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!isDisclosed({ ...row, draft: !isHidden && row.draft === 1 }, at)) return
  await announce(tx, [{ topic: 'product.removed', thing, at }])
}

const UNITS = {
  compareAt: 'money',
  publishedFrom: 'time',
  soldFrom: 'time',
  publishedUntil: 'time',
  gender: 'choice',
  ageGroup: 'choice',
  weight: 'grams',
  origin: 'country',
} as const satisfies Partial<Record<keyof WrittenFields, AuditUnit>>

/** Prices in dollars, and lists as they are read: `S: 4, M: 2`. */
function readable(fields: Fields | null): Partial<Record<keyof WrittenFields, unknown>> | null {
  if (fields === null) return null
  const { price, sizes, pictures, codes } = fields
  return {
    ...fields,
    ...(price !== undefined && { price: formatCents(price) }),
    ...(sizes && { sizes: sizes.map(({ size, stock }) => `${size}: ${stock ?? 'not tracked'}`).join(', ') }),
    ...(codes && { codes: codes.map(codeWords).filter(Boolean).join('; ') }),
    ...(pictures && { pictures: pictures.map(({ key, alt }) => `${key} (${alt})`).join(', ') }),
  }
}

/** `S: SKU RD-1, barcode 4006381333931`. */
function codeWords({ size, sku, barcode, bin }: WrittenFields['codes'][number]): string {
  const codes = [sku && `SKU ${sku}`, barcode && `barcode ${barcode}`, bin && `bin ${bin}`]
    .filter(Boolean)
    .join(', ')
  return codes && `${size}: ${codes}`
}
