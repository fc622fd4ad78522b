import type { AccountTables } from './schema/account-tables.ts'
import type { BookTables } from './schema/book-tables.ts'
import type { CatalogTables } from './schema/catalog-tables.ts'
import type { CheckoutTables } from './schema/checkout-tables.ts'
import type { DropTables } from './schema/drop-tables.ts'
import type { FitTables } from './schema/fit-tables.ts'
import type { GiftCardTables } from './schema/gift-card-tables.ts'
import type { MailTables } from './schema/mail-tables.ts'
import type { OrderTables } from './schema/order-tables.ts'
import type { RefundTables } from './schema/refund-tables.ts'
import type { ReturnTables } from './schema/return-tables.ts'
import type { StaffTables } from './schema/staff-tables.ts'
import type { UpkeepTables } from './schema/upkeep-tables.ts'
import type { WebhookTables } from './schema/webhook-tables.ts'

/** The tables, in the types that SQLite and PostgreSQL both have. money is cents, times epoch milliseconds. */
export interface Database
  extends
    AccountTables,
    BookTables,
    CatalogTables,
    CheckoutTables,
    DropTables,
    FitTables,
    GiftCardTables,
    MailTables,
    OrderTables,
    RefundTables,
    ReturnTables,
    StaffTables,
    UpkeepTables,
    WebhookTables {}
