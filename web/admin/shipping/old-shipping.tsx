import type { ReactNode } from 'react'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { keysOf } from '#domain/record-of.ts'
import preview from '#web/admin/settings/setting-preview.module.css'
import settings from '#web/admin/document/document.module.css'
import { shippingWords } from './shipping-words.ts'

interface Props {
  old: SettingVersion<ShippingTariff>
  /** The screen without the version. */
  address: string
  /** The button that restores it. */
  children: ReactNode
}

/** An older version of the shipping setting, in words. */
export default function OldShipping({ old: { version, value }, address, children }: Props) {
  const words = shippingWords(value)
  return (
    <section className={`${settings.section} ${settings.wide}`} aria-labelledby="old">
      <h2 id="old">{version === 0 ? 'The default' : `Version ${version}`}</h2>
      <dl className={preview.values}>
        {keysOf(SHIPPING.fields).map((field) => (
          <div key={field}>
            <dt>{SHIPPING.fields[field]}</dt>
            <dd>{words[field].join('\n') || 'None'}</dd>
          </div>
        ))}
      </dl>
      <div className={settings.buttons}>
        {children}
        <a href={address} className={settings.see}>
          Close
        </a>
      </div>
    </section>
  )
}
