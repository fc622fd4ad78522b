import type { SelectType } from 'kysely'

declare const personal: unique symbol

/** A text about a customer, or from one, in a row that stays when their data is deleted: it is emptied then. */
export type PersonalText = string & { readonly [personal]?: true }

type IsPersonal<Column> = typeof personal extends keyof NonNullable<SelectType<Column>> ? true : false

/** The columns of a table that hold such a text. */
export type PersonalColumn<Table> = {
  [Column in keyof Table]: IsPersonal<Table[Column]> extends true ? Column : never
}[keyof Table]

/** The tables that have such a column, with what each column is emptied to. */
export type Emptied<Tables> = {
  [Name in keyof Tables as [PersonalColumn<Tables[Name]>] extends [never] ? never : Name]: Readonly<
    Record<PersonalColumn<Tables[Name]> & string, unknown>
  >
}
