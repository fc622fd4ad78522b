import { useRef } from 'react'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { labelsOf, type SettingVersion } from '#domain/settings/setting.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { keysOf } from '#domain/record-of.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { SettingConflict } from '#web/admin/document/document-conflict.tsx'
import { DocumentButtons, useDocumentForm } from '#web/admin/document/document-form.tsx'
import DocumentHistory, {
  OldVersion,
  usePageProps,
  type VersionsProps,
} from '#web/admin/document/document-history.tsx'
import { useDocument, type DocumentKind } from '#web/admin/document/use-document.ts'
import preview from '#web/admin/settings/setting-preview.module.css'
import { SETTING_MESSAGES } from '#web/admin/settings/use-setting.ts'
import TranslationLink from '#web/admin/translations/translation-link.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field, { describedBy, FieldFrame } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import DutyEditor from './duty-editor.tsx'
import { draftOf, newZone, valueOf, type ShippingDraft } from './shipping-draft.ts'
import ShippingTrial from './shipping-trial.tsx'
import { shippingWords } from './shipping-words.ts'
import styles from './shipping.module.css'
import ZoneEditor from './zone-editor.tsx'

export interface ShippingPageProps extends VersionsProps<ShippingTariff> {
  frame: StaffFrameProps
}

const LABELS = labelsOf(SHIPPING)
const ADDRESS = '/admin/settings/shipping'
const PICKUP_HINT = 'Shown in emails and on the order page to customers who chose pickup.'

const DOCUMENT: DocumentKind<SettingVersion<ShippingTariff>, ShippingDraft, ReturnType<typeof valueOf>> = {
  draftOf: ({ value }) => draftOf(value),
  sentOf: valueOf,
  save: (value, version) => call('PUT /api/staff/shipping', { body: { value, version } }),
  undo: (body) => call('POST /api/staff/shipping/undo', { body }),
  messages: {
    ...SETTING_MESSAGES,
    saved: 'Shipping settings saved',
    failed: 'Failed to save the shipping settings. Please try again.',
  },
}

/** Where the shop ships to, how, and for how much. */
export default function ShippingPage(props: ShippingPageProps) {
  const { old } = props
  const [past, readAgain] = usePageProps(ADDRESS, props)
  const shipping = useDocument(DOCUMENT, props.saved, readAgain)
  const { form, submit } = useDocumentForm(shipping)
  const { draft, faults, busy, edit, conflict } = shipping
  const { zones, duties, defaultWeight, pickupPlace } = draft
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <StaffFrame frame={props.frame} title="Shipping" here="/admin/settings">
      <p className={styles.lead}>
        A zone is where you ship to, with its methods and rates. The most specific place counts: postal codes,
        then a region, then a country, then every other country. Customers can’t order to a place that has no
        zone. <a href="/admin/settings">All settings</a>
      </p>
      <TranslationLink key={past.saved.version} subject="shipping" />
      {old && (
        <OldVersion address={ADDRESS} document={shipping} version={old.version}>
          <OldTariff tariff={old.value} />
        </OldVersion>
      )}
      {conflict && (
        <SettingConflict
          document={shipping}
          labels={LABELS}
          mine={shippingWords(conflict.mine as unknown as ShippingTariff)} // the shop has read it: it answered with theirs
          theirs={shippingWords(conflict.theirs.value)}
        />
      )}
      <form ref={form} noValidate aria-busy={busy} onSubmit={submit}>
        <fieldset className={styles.plain} disabled={busy}>
          <legend className="visually-hidden">Shipping</legend>
          <section className={styles.section} aria-labelledby="zones">
            <div className={styles.head}>
              <h2 id="zones" ref={heading} tabIndex={-1}>
                Zones and rates
              </h2>
              {shipping.isChanged && <p className={styles.unsaved}>Not saved yet</p>}
            </div>
            {faults['zones'] && (
              <p role="alert" className={styles.error}>
                {faults['zones']}
              </p>
            )}
            {zones.map((zone, at) => (
              <ZoneEditor
                key={zone.key}
                zone={zone}
                path={`zones/${at}`}
                errors={faults}
                onChange={(changed) => edit({ ...draft, zones: zones.with(at, changed) })}
                onRemove={zones.length > 1 ? () => edit({ ...draft, zones: zones.toSpliced(at, 1) }) : null}
              />
            ))}
            <div>
              <Button tone="plain" onClick={() => edit({ ...draft, zones: [...zones, newZone()] })}>
                Add a zone
              </Button>
            </div>
          </section>
          <section className={styles.section} aria-labelledby="weights">
            <h2 id="weights">Weight and pickup</h2>
            <Field
              label="Default product weight (kg)"
              value={defaultWeight}
              inputMode="decimal"
              autoComplete="off"
              error={faults['defaultWeight']}
              onChange={({ target }) => edit({ ...draft, defaultWeight: target.value })}
            />
            <FieldFrame
              id="pickup-place"
              label="Where and when orders are collected"
              error={faults['pickupPlace']}
              hint={PICKUP_HINT}
              className={undefined}
            >
              <textarea
                id="pickup-place"
                className={field.input}
                rows={3}
                maxLength={500}
                {...describedBy('pickup-place', faults['pickupPlace'], PICKUP_HINT)}
                value={pickupPlace}
                onChange={({ target }) => edit({ ...draft, pickupPlace: target.value })}
              />
            </FieldFrame>
          </section>
          <section className={styles.section} aria-labelledby="duties">
            <h2 id="duties">Import duty</h2>
            <DutyEditor
              duties={duties}
              errors={faults}
              onChange={(changed) => edit({ ...draft, duties: changed })}
            />
          </section>
          <DocumentButtons document={shipping} onDiscarded={() => heading.current?.focus()} />
        </fieldset>
      </form>
      <ShippingTrial value={() => valueOf(draft)} />
      <DocumentHistory address={ADDRESS} page={past} document={shipping} />
    </StaffFrame>
  )
}

/** A tariff in words. */
function OldTariff({ tariff }: { tariff: ShippingTariff }) {
  const words = shippingWords(tariff)
  return (
    <dl className={preview.values}>
      {keysOf(LABELS).map((name) => (
        <div key={name}>
          <dt>{LABELS[name]}</dt>
          <dd>{words[name].join('\n') || 'None'}</dd>
        </div>
      ))}
    </dl>
  )
}
