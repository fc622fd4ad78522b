import { useState } from 'react'
import { standardTaxes, type StandardTaxes } from '#domain/checkout/taxes/standard-taxes.ts'
import { registrationOf } from '#domain/checkout/taxes/tax-table.ts'
import { findCountry } from '#domain/places/countries.ts'
import { labelsOf } from '#domain/settings/setting.ts'
import { TAX, type TaxSetting } from '#domain/settings/tax.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import { SettingConflict } from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import settings from '#web/admin/document/document.module.css'
import type { SettingValue, useSetting } from '#web/admin/settings/use-setting.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import { CountryField, RateField, RegionField } from './place-fields.tsx'
import styles from './tax-page.module.css'
import TaxTable from './tax-table.tsx'

interface Props {
  setting: ReturnType<typeof useSetting<TaxSetting>>
  today: ShopDay
}

const MODES = [
  {
    mode: 'flat',
    label: 'One rate for every order',
    can: 'One tax on the items of every order, wherever it ships.',
  },
  {
    mode: 'by-destination',
    label: 'By destination',
    can: 'The rates you are registered for, each shown by name in the cart, on the order and on the receipt.',
  },
] as const

/** Everything that is saved about taxes, in one form. */
export default function TaxForm({ setting, today }: Props) {
  const { draft: typed, faults, conflict, type } = setting
  const isByPlace = typed.mode === 'by-destination'
  const usual = standardTaxes(typed.home)
  // The rows of a table that is replaced as a whole are new ones.
  const [filled, setFilled] = useState(0)

  function fillIn({ pricesIncludeTax, registrations, table }: Omit<StandardTaxes, 'id'>) {
    setFilled(filled + 1)
    type('mode', 'by-destination')
    type('pricesIncludeTax', pricesIncludeTax)
    type('registrations', registrations)
    type('table', table)
  }

  return (
    <DocumentForm
      document={setting}
      legend="Taxes"
      conflict={
        conflict && (
          <SettingConflict
            document={setting}
            labels={labelsOf(TAX)}
            mine={wordsOf(typed)}
            theirs={wordsOf(conflict.theirs.value)}
          />
        )
      }
    >
      <fieldset className={styles.choices}>
        <legend>Where the shop is</legend>
        <p className={settings.quiet}>
          Orders are picked up and handed over here, and taxed here if they are. Until an address is known,
          shipping and taxes are estimated for this place. Parcels to other countries get a customs
          declaration.
        </p>
        <div className={styles.pair}>
          <CountryField
            country={typed.home.country}
            error={faults['home/country']}
            onCountry={(country) => type('home', { country, region: '' })}
          />
          <RegionField
            place={typed.home}
            error={faults['home/region']}
            onRegion={(region) => type('home', { ...typed.home, region })}
          />
        </div>
      </fieldset>
      <fieldset className={styles.choices}>
        <legend>How taxes are charged</legend>
        {MODES.map(({ mode, label, can }) => (
          <div key={mode} className={styles.choice}>
            <input
              id={mode}
              type="radio"
              name="mode"
              checked={typed.mode === mode}
              aria-describedby={`${mode}-can`}
              onChange={() => type('mode', mode)}
            />
            <div>
              <label htmlFor={mode}>{label}</label>
              <p id={`${mode}-can`} className={settings.quiet}>
                {can}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      {!isByPlace && (
        <RateField
          label="Rate in percent"
          milliPercent={typed.flatMilliPercent}
          error={faults['flatMilliPercent']}
          onRate={(rate) => type('flatMilliPercent', rate)}
        />
      )}
      <Checkbox
        checked={typed.pricesIncludeTax}
        onChange={({ target }) => type('pricesIncludeTax', target.checked)}
      >
        Prices include tax: totals stay the same and show the tax they contain
      </Checkbox>
      {usual.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>Usual taxes of {findCountry(typed.home.country)?.name}</legend>
          <p className={settings.quiet}>
            Fills in rates by destination, with first days and sources, as of November 2026. Look through
            them, and check them with your accountant, before you save.
            {usual.length > 1 &&
              ' Your own rate for the whole EU is for small sellers; above 10,000 euros a year of sales to its other countries, or with OSS, each parcel has the rate of where it goes.'}
          </p>
          <div className={styles.pair}>
            {usual.map(({ id, ...taxes }) => (
              <Button key={id} tone="plain" onClick={() => fillIn(taxes)}>
                {id === 'oss' ? 'Use the rate of each destination (OSS)' : 'Use these rates'}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {isByPlace && (
        <>
          <Registrations typed={typed} onTick={(ticked) => type('registrations', ticked)} />
          <TaxTable
            key={filled}
            table={typed.table}
            faults={faults}
            today={today}
            onChange={(table) => type('table', table)}
          />
        </>
      )}
    </DocumentForm>
  )
}

interface RegistrationsProps {
  typed: TaxSetting
  onTick: (registrations: string[]) => void
}

/** The registrations that the table knows; only what is ticked is charged. */
function Registrations({ typed: { home, table, registrations }, onTick }: RegistrationsProps) {
  const known = new Map(
    table.map((row) => {
      const country = findCountry(row.country)?.name ?? row.country
      const isFederal = row.kind === 'gst' || row.kind === 'hst'
      return [
        registrationOf(row),
        isFederal ? `GST/HST, ${country}` : `${row.label}, ${row.region || country}`,
      ]
    }),
  )
  return (
    <fieldset className={styles.choices}>
      <legend>Registrations</legend>
      <p className={settings.quiet}>
        Tick what you are registered for: nothing else is charged.
        {home.country === 'CA' &&
          ' You must register for GST/HST once your sales exceed 30,000 CAD in four quarters. PST, RST and QST are separate registrations.'}
      </p>
      {[...known].map(([registration, label]) => (
        <Checkbox
          key={registration}
          checked={registrations.includes(registration)}
          onChange={({ target }) =>
            onTick(
              target.checked
                ? [...registrations, registration]
                : registrations.filter((one) => one !== registration),
            )
          }
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  )
}

/** A setting in words, for the comparison with another owner's version. */
function wordsOf(setting: TaxSetting): SettingValue {
  const { mode, flatMilliPercent, pricesIncludeTax, home, registrations, table } = setting
  return {
    mode: MODES.find((one) => one.mode === mode)?.label ?? mode,
    flatMilliPercent: `${flatMilliPercent / 1_000}%`,
    pricesIncludeTax: pricesIncludeTax ? 'With tax' : 'Without tax',
    home: [home.region, findCountry(home.country)?.name].filter(Boolean).join(', '),
    registrations,
    table: table.map(
      ({ region, country, label, milliPercent, from }) =>
        `${region || country}: ${label} ${milliPercent / 1_000}% from ${from}`,
    ),
  }
}
