import { chargedAmount } from '#web/visitor/charged-amount.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { NOWHERE } from '#domain/checkout/checkout-form.ts'
import type { Destination } from '#domain/places/place.ts'
import type { Customer } from '#domain/orders/order.ts'
import type { TotalRow } from '#domain/orders/order-total.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import TotalList from '#web/ui/total-list.tsx'
import { useWords } from '#web/ui/use-words.ts'
import type {
  SheetAnswer,
  WalletButtonsProps,
  WalletSheet,
} from '#web/storefront/checkout/gateways/wallet-buttons.ts'
import { confirmTestPayment } from './test-gateway-calls.ts'
import dialogStyles from './bank-step.module.css'
import styles from './test-wallet.module.css'

/** Cards of the wallet: the published test numbers. */
const CARDS = { pays: '4242424242424242', declined: '4000000000000002' } as const

/** Before they pay, wallets tell only the beginning of a Canadian postal code. */
function told({ country, region, postal }: Destination) {
  return { country, region, postal: country === 'CA' ? postal.slice(0, 3) : postal }
}

/** The wallet of the built-in gateway, with a sheet that reports what those of real wallets report. */
export default function TestWallet({
  isShipped,
  onReady,
  open,
  chooseAddress,
  chooseRate,
  confirm,
}: WalletButtonsProps) {
  const words = useWords('checkout/test-gateway')
  const walletAddresses = words.walletAddresses
  const [sheet, setSheet] = useState<WalletSheet | null>(null)
  const [at, setAt] = useState(0)
  const [email, setEmail] = useState(words.walletOwner)
  const [refusal, refuse] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => onReady(true), [onReady])

  function start() {
    const opened = open()
    if (opened === null) return
    flushSync(() => {
      setSheet(opened)
      refuse(null)
    })
    dialog.current?.showModal()
    if (isShipped) void show(chooseAddress(told(walletAddresses[at] ?? walletAddresses[0]!)))
  }

  /** Shows an answer of the shop: nothing can be paid until it is there, nor when it refuses. */
  async function show(answering: Promise<SheetAnswer>) {
    setBusy(true)
    const answer = await answering
    setBusy(false)
    if ('refusal' in answer) return refuse(answer.refusal)
    refuse(null)
    setSheet(answer.sheet)
  }

  async function payWith(card: keyof typeof CARDS) {
    const { address, city, region, postal, country } = isShipped
      ? (walletAddresses[at] ?? walletAddresses[0]!)
      : NOWHERE
    const payer: Customer = {
      email,
      phone: words.walletPhone,
      name: words.walletName,
      address,
      city,
      region,
      postal,
      country,
    }
    setBusy(true)
    const message = await confirm(payer, {
      check: () => true,
      confirm: (secret, billing) =>
        confirmTestPayment(
          secret,
          { number: CARDS[card], expiry: '04 / 39', cvc: '123', isInWallet: true },
          billing,
        ),
    })
    setBusy(false)
    if (message !== null) dialog.current?.close()
  }

  return (
    <>
      <Button className={styles.button} onClick={start}>
        {words.testWallet}
      </Button>
      <dialog
        ref={dialog}
        className={dialogStyles.dialog}
        aria-labelledby="test-wallet"
        onClose={() => setSheet(null)}
      >
        {sheet && (
          <div className={styles.sheet} aria-busy={busy}>
            <h2 id="test-wallet">{words.testWallet}</h2>
            <p>{words.testMode}</p>
            <Field
              label={words.walletEmail}
              type="email"
              autoComplete="off"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
            {isShipped && (
              <>
                <Select
                  label={words.walletAddress}
                  value={at}
                  onChange={({ target }) => {
                    const chosen = Number(target.value)
                    setAt(chosen)
                    void show(chooseAddress(told(walletAddresses[chosen] ?? walletAddresses[0]!)))
                  }}
                >
                  {walletAddresses.map(({ city, country }, index) => (
                    <option key={city} value={index}>
                      {words.walletPlace(city, country)}
                    </option>
                  ))}
                </Select>
                <Select
                  label={words.walletRate}
                  value={sheet.rates[0]?.id}
                  onChange={({ target }) => void show(chooseRate(target.value))}
                >
                  {sheet.rates.map(({ id, name, amount, days }) => (
                    <option key={id} value={id}>
                      {[name, days, chargedAmount(amount)].filter(Boolean).join(', ')}
                    </option>
                  ))}
                </Select>
              </>
            )}
            <TotalList
              className={styles.rows}
              rows={[
                ...sheet.rows.map(({ label, amount }) => [label, chargedAmount(amount)] as TotalRow),
                [words.walletTotal, chargedAmount(sheet.total)],
              ]}
            />
            <p role="alert" className={styles.refusal}>
              {refusal}
            </p>
            <div className={styles.answers}>
              <Button tone="red" disabled={busy || refusal !== null} onClick={() => void payWith('pays')}>
                {words.payByWallet(chargedAmount(sheet.total))}
              </Button>
              <Button disabled={busy || refusal !== null} onClick={() => void payWith('declined')}>
                {words.payDeclined}
              </Button>
              <Button tone="plain" onClick={() => dialog.current?.close()}>
                {words.cancelWallet}
              </Button>
            </div>
          </div>
        )}
      </dialog>
    </>
  )
}
