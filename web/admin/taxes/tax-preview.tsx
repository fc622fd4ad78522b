/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a table whose
   parts are `display: block` with large text is not a table to some browsers, unless the roles are explicit. */
import { priceCart } from '#domain/checkout/pricing.ts'
import { cents, formatCents } from '#domain/money.ts'
import { labelText } from '#domain/orders/amount-label.ts'
import { regionsOf } from '#domain/places/regions.ts'
import { taxTariff, type TaxSetting } from '#domain/settings/tax.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import * as words from '#words/en/totals.ts'
import styles from './tax-page.module.css'

const CART = [{ price: cents(100_00), quantity: 1 }]
const PLACES = [
  ...(regionsOf('CA')?.names ?? []).map((region) => ({ name: region, country: 'CA', region })),
  { name: 'United States', country: 'US', region: '' },
  { name: 'Elsewhere', country: '', region: '' },
]

interface Props {
  setting: TaxSetting
  today: ShopDay
}

/** The sum of the taxes in each province today, on goods alone. A rate that is not typed yet counts as none. */
export default function TaxPreview({ setting, today }: Props) {
  const table = setting.table.map((row) => ({ ...row, milliPercent: Number(row.milliPercent) || 0 }))
  const flatMilliPercent = Number(setting.flatMilliPercent) || 0
  const tariff = { ...taxTariff({ ...setting, table, flatMilliPercent }, today), shipping: cents(0) }
  return (
    <table role="table" className={styles.preview}>
      <caption className="visually-hidden">Taxes and total by destination, today, without shipping</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            To
          </th>
          <th role="columnheader" scope="col">
            Taxes
          </th>
          <th role="columnheader" scope="col">
            Total
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {PLACES.map(({ name, country, region }) => {
          const { adjustments, total } = priceCart(CART, {
            destination: { country, region, postal: '' },
            tariff,
          })
          const taxes = adjustments.flatMap(({ kind, label, amount, tax }) =>
            kind === 'tax'
              ? [
                  `${tax?.contained ? 'includes ' : ''}${labelText(label, words.rows)} ${formatCents(tax?.contained || amount)}`,
                ]
              : [],
          )
          return (
            <tr key={name} role="row">
              <th role="rowheader" scope="row">
                {name}
              </th>
              <td role="cell">{taxes.length === 0 ? 'None' : taxes.join(', ')}</td>
              <td role="cell">{formatCents(total)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
