import { charging } from '#domain/charged-currency.ts'
import { isDefaultTaxRate, TAX, type TaxSetting } from '#domain/settings/tax.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import styles from '#web/admin/document/document.module.css'
import DocumentHistory, {
  OldVersion,
  usePageProps,
  type VersionsProps,
} from '#web/admin/document/document-history.tsx'
import { actionsOf, useSetting } from '#web/admin/settings/use-setting.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Notice from '#web/ui/notice.tsx'
import TaxForm from './tax-form.tsx'
import TaxPreview from './tax-preview.tsx'

export interface TaxPageProps extends VersionsProps<TaxSetting> {
  frame: StaffFrameProps
  /** In the shop's time zone. */
  today: ShopDay
}

const ADDRESS = `/admin/settings/${TAX.name}`

/** The taxes of the shop: how they are charged, registrations, the table of rates, and an example. */
export default function TaxPage(props: TaxPageProps) {
  const { frame, saved, old, today } = props
  const [past, readAgain] = usePageProps(ADDRESS, props)
  const setting = useSetting(saved, readAgain, actionsOf<TaxSetting>(TAX.name))
  const { draft: typed } = setting
  return (
    <StaffFrame frame={frame} title="Taxes" here="/admin/settings">
      <p className={styles.lead}>
        What the shop charges, by an order’s destination and date. Orders keep the rates they were placed
        under. Ask your accountant what you have to charge. <a href="/admin/settings">All settings</a>
      </p>
      {isDefaultTaxRate(typed) && (
        <Notice>
          <p>
            <strong>2% is not a Canadian rate.</strong> It is only a starting value. Choose “By destination”
            and tick your registrations to charge Canadian taxes.
          </p>
        </Notice>
      )}
      <div className={styles.page}>
        {old && (
          <OldVersion address={ADDRESS} document={setting} version={old.version}>
            <TaxPreview setting={old.value} today={today} />
          </OldVersion>
        )}
        <TaxForm setting={setting} today={today} />
        <div className={styles.page}>
          <section className={`${styles.section} ${styles.wide}`} aria-labelledby="preview">
            <h2 id="preview">What a cart of 100 {charging.currency} costs</h2>
            <TaxPreview setting={typed} today={today} />
          </section>
          <div className={styles.wide}>
            <DocumentHistory address={ADDRESS} page={past} document={setting} />
          </div>
        </div>
      </div>
    </StaffFrame>
  )
}
