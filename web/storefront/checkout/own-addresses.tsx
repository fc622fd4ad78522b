import { useEffect, useState } from 'react'
import type { OwnAddress } from '#operations/accounts/own-orders.ts'
import Button from '#web/ui/button.tsx'
import { useWords } from '#web/ui/use-words.ts'
import { isSignedIn } from '#web/visitor/saved-pieces.ts'
import { timeLimit } from '#web/visitor/time-limit.ts'
import styles from './own-addresses.module.css'
import type { Checkout } from './use-checkout.ts'

const TIMEOUT_MS = 10_000

/** The addresses of the orders of who is signed in, as far as the shop ships there. */
export default function OwnAddresses({ checkout }: { checkout: Pick<Checkout, 'countries' | 'fill'> }) {
  const [addresses, setAddresses] = useState<OwnAddress[]>([])
  useEffect(() => {
    if (isSignedIn()) void askForAddresses().then(setAddresses)
  }, [])
  return <AddressChoice addresses={addresses} {...checkout} />
}

interface Props extends Pick<Checkout, 'countries' | 'fill'> {
  addresses: readonly OwnAddress[]
}

export function AddressChoice({ addresses, countries, fill }: Props) {
  const words = useWords('checkout/checkout')
  const [said, say] = useState('')
  const served = addresses.filter(({ country }) => countries === null || countries.includes(country))
  if (served.length === 0) return null
  return (
    <div className={styles.own} role="group" aria-label={words.ownAddresses}>
      <p>{words.ownAddresses}</p>
      {served.map((one) => {
        const line = [one.name, one.address, one.city, one.postal].filter(Boolean).join(', ')
        return (
          <Button
            key={line}
            tone="plain"
            onClick={() => {
              fill({ ...one, apartment: '' })
              say(words.filledIn(line))
            }}
          >
            {line}
          </Button>
        )
      })}
      <p role="status">{said}</p>
    </div>
  )
}

/** None without an answer: the form is there for it. */
async function askForAddresses(): Promise<OwnAddress[]> {
  try {
    const answer = await fetch('/api/account/addresses', { signal: timeLimit(TIMEOUT_MS) })
    return answer.ok ? ((await answer.json()) as { addresses: OwnAddress[] }).addresses : []
  } catch {
    return []
  }
}
