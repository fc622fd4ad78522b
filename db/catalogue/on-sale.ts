import { sql, type Expression, type SqlBool } from 'kysely'
import { LOW_STOCK, LOW_STOCK_OF_SIZE } from '#domain/catalogue/staff-list.ts'
import type { Size } from '#domain/catalogue/size.ts'

/**
 * The rule of `isOnSale` (domain/catalogue/product.ts) for rows of `products`. Lists, carts, and what is taken for an
 * order all use this expression; the indexes of the shop page hold the rows that it lets through.
 */
export const onSale = sql<SqlBool>`products.archived_at is null`

/** The rule of `unitsLeft` (domain/catalogue/product.ts), in a form whose selectivity the database can estimate. */
export function canBeBoughtIn(size: Size): Expression<SqlBool> {
  return sql<SqlBool>`((products.stock is null or products.stock > 0) and exists (
    select 1 from product_sizes
    where product_sizes.product_id = products.id and product_sizes.size = ${size}
      and (product_sizes.stock is null or product_sizes.stock > 0)))`
}

/** The rule of `isOutOfStock` (domain/catalogue/product.ts). */
export const outOfStock = sql<SqlBool>`(coalesce(products.stock, 1) = 0 or not exists (
  select 1 from product_sizes
  where product_sizes.product_id = products.id and coalesce(product_sizes.stock, 1) > 0))`

/**
 * A product that can still be bought, with few units left: of all, or of a size with a count of its own. A size that is
 * sold out counts as few. `sizeLevel` (domain/catalogue/stock-edit.ts) is the rule for one size.
 */
export const lowOnStock = sql<SqlBool>`((products.stock between 1 and ${sql.lit(LOW_STOCK)} or products.id in (
  select product_sizes.product_id from product_sizes
  where product_sizes.stock <= ${sql.lit(LOW_STOCK_OF_SIZE)})) and not ${outOfStock})`
