import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import { fetchPageProps } from '#web/admin/list/fetch-page-props.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import RestoreButton from '#web/admin/settings/restore-button.tsx'
import SettingConflict from '#web/admin/document/document-conflict.tsx'
import SettingHistory, { type HistoryEntry } from '#web/admin/document/document-history.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field, { describedBy, FieldFrame } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import DutyEditor from './duty-editor.tsx'
import OldShipping from './old-shipping.tsx'
import { newZone, valueOf } from './shipping-draft.ts'
import ShippingTrial from './shipping-trial.tsx'
import { shippingWords } from './shipping-words.ts'
import styles from './shipping.module.css'
import { useShipping } from './use-shipping.ts'
import ZoneEditor from './zone-editor.tsx'

export interface ShippingPageProps {
  frame: StaffFrameProps
  saved: SettingVersion<ShippingTariff>
  /** An older version to look at. */
  old: SettingVersion<ShippingTariff> | null
  /** Newest first. */
  history: HistoryEntry[]
  olderThan: number | null
  isOlderPage: boolean
  isAsAtStart: boolean
}

const ADDRESS = '/admin/settings/shipping'
const PICKUP_HINT = 'Shown in emails and on the order page to customers who chose pickup.'

/** Where the shop ships to, how, and for how much. */
export default function ShippingPage(props: ShippingPageProps) {
  const [past, setPast] = useState(props)
  async function readAgain() {
    const reply = await fetchPageProps<ShippingPageProps>(ADDRESS, new AbortController().signal)
    if (reply.kind === 'done') setPast(reply.props)
  }
  const shipping = useShipping(props.saved, () => void readAgain())
  const { draft, errors, busy, edit } = shipping
  const form = useFocusOnWrong(errors)
  const { zones, duties, defaultWeight, pickupPlace } = draft

  const heading = useRef<HTMLHeadingElement>(null)
  function discard() {
    flushSync(shipping.discard)
    heading.current?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    await shipping.save()
  }

  const restore = (version: number, words?: string) => (
    <RestoreButton
      version={version}
      words={words}
      disabled={busy || shipping.isChanged}
      onRestore={shipping.restore}
    />
  )
  return (
    <StaffFrame frame={props.frame} title="Shipping" here="/admin/settings">
      <p className={styles.lead}>
        A zone is where you ship to, with its methods and rates. The most specific place counts: postal codes,
        then a region, then a country, then every other country. Customers can’t order to a place that has no
        zone. <a href="/admin/settings">All settings</a>
      </p>
      {props.old && (
        <OldShipping old={props.old} address={ADDRESS}>
          {restore(props.old.version, 'this version')}
        </OldShipping>
      )}
      {shipping.conflict && (
        <SettingConflict
          labels={SHIPPING.fields}
          mine={shippingWords(shipping.conflict.mine)}
          theirs={shippingWords(shipping.conflict.theirs.value)}
          onTake={shipping.takeTheirs}
          onKeep={shipping.keepMine}
        />
      )}
      <form ref={form} noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
        <fieldset className={styles.plain} disabled={busy}>
          <legend className="visually-hidden">Shipping</legend>
          <section className={styles.section} aria-labelledby="zones">
            <div className={styles.head}>
              <h2 id="zones" ref={heading} tabIndex={-1}>
                Zones and rates
              </h2>
              {shipping.isChanged && <p className={styles.unsaved}>Not saved yet</p>}
            </div>
            {errors['zones'] && (
              <p role="alert" className={styles.error}>
                {errors['zones']}
              </p>
            )}
            {zones.map((zone, at) => (
              <ZoneEditor
                key={zone.key}
                zone={zone}
                path={`zones/${at}`}
                errors={errors}
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
              error={errors['defaultWeight']}
              onChange={({ target }) => edit({ ...draft, defaultWeight: target.value })}
            />
            <FieldFrame
              id="pickup-place"
              label="Where and when orders are collected"
              error={errors['pickupPlace']}
              hint={PICKUP_HINT}
              className={undefined}
            >
              <textarea
                id="pickup-place"
                className={field.input}
                rows={3}
                maxLength={500}
                {...describedBy('pickup-place', errors['pickupPlace'], PICKUP_HINT)}
                value={pickupPlace}
                onChange={({ target }) => edit({ ...draft, pickupPlace: target.value })}
              />
            </FieldFrame>
          </section>
          <section className={styles.section} aria-labelledby="duties">
            <h2 id="duties">Import duty</h2>
            <DutyEditor
              duties={duties}
              errors={errors}
              onChange={(changed) => edit({ ...draft, duties: changed })}
            />
          </section>
          <RefusalBlock message={shipping.refusal} />
          <div className={styles.buttons}>
            <Button type="submit" disabled={busy || !shipping.isChanged}>
              {busy ? 'Saving...' : 'Save'}
            </Button>
            {shipping.isChanged && (
              <Button tone="plain" disabled={busy} onClick={discard}>
                Discard changes
              </Button>
            )}
          </div>
        </fieldset>
      </form>
      <ShippingTrial value={() => valueOf(draft)} />
      <SettingHistory address={ADDRESS} page={past} newest={shipping.version} hint={shipping.isChanged}>
        {(version) => restore(version)}
      </SettingHistory>
    </StaffFrame>
  )
}
