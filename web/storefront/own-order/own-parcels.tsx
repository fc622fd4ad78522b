import { useWords } from '#web/ui/use-words.ts'
import text from '#web/storefront/order-text.module.css'
import styles from './own-order-page.module.css'

/** A parcel that was sent. Fields of the tracking may be empty. `units`: `2 x Crew Sock, M`. */
export interface Parcel {
  id: number
  carrier: string
  number: string
  link: string
  units: string[]
}

interface Props {
  parcels: Parcel[]
  toCome: string[]
}

/** What was picked up of an order that is collected in parts, what is ready, and what is not yet. */
export function OwnPickups({
  taken,
  waiting,
  toCome,
}: {
  taken: string[]
  waiting: string[]
  toCome: string[]
}) {
  const words = useWords('own-order')
  const parts = [
    { id: 'taken', heading: words.taken, units: taken },
    { id: 'waiting', heading: words.readyPart, units: waiting },
    { id: 'to-come', heading: words.notReady, units: toCome },
  ].filter(({ units }) => units.length > 0)
  if (parts.length < 2) return null
  return parts.map(({ id, heading, units }) => (
    <section key={id} aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{heading}</h2>
      <Units units={units} />
    </section>
  ))
}

/**
 * The tracking of the order. If it is sent in several parcels, each of them with its items, and what is still to be
 * sent.
 */
export default function OwnParcels({ parcels, toCome }: Props) {
  const words = useWords('own-order')
  const [only] = parcels
  if (!only) return null
  if (parcels.length === 1 && toCome.length === 0) {
    if (!isTracked(only)) return null
    return (
      <section aria-labelledby="tracking" className={styles.section}>
        <h2 id="tracking">{words.tracking}</h2>
        <Tracking parcel={only} label={words.trackParcel} />
      </section>
    )
  }
  return (
    <>
      {parcels.map((parcel, at) => (
        <section key={parcel.id} aria-labelledby={`parcel-${at + 1}`} className={styles.section}>
          <h2 id={`parcel-${at + 1}`}>{words.parcel(at + 1)}</h2>
          <Units units={parcel.units} />
          <Tracking parcel={parcel} label={words.trackOne(at + 1)} />
        </section>
      ))}
      {toCome.length > 0 && (
        <section aria-labelledby="to-come" className={styles.section}>
          <h2 id="to-come">{words.toCome}</h2>
          <Units units={toCome} />
        </section>
      )}
    </>
  )
}

function Tracking({ parcel, label }: { parcel: Parcel; label: string }) {
  if (!isTracked(parcel)) return null
  return (
    <>
      <p>{[parcel.carrier, parcel.number].filter(Boolean).join(', ')}</p>
      {parcel.link && (
        <p>
          <a className={text.link} href={parcel.link} rel="noreferrer">
            {label}
          </a>
        </p>
      )}
    </>
  )
}

function Units({ units }: { units: string[] }) {
  return (
    <ul className={styles.units}>
      {units.map((unit) => (
        <li key={unit}>{unit}</li>
      ))}
    </ul>
  )
}

function isTracked({ carrier, number, link }: Parcel): boolean {
  return carrier + number + link !== ''
}
