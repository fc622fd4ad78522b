import { findCharges, lockCharges } from '#db/checkout/first-charge.ts'
import type { Tx } from '#db/engine/transact.ts'
import { charging } from '#domain/charged-currency.ts'
import { chargeIn, currencyName } from '#domain/currency.ts'
import { CHARGED_CURRENCY, type ChargedCurrency } from '#domain/settings/currency.ts'
import type { Changes, Shop } from '#operations/shop.ts'
import type { SettingProblem } from './setting-effect.ts'

/**
 * Keeps this process in step with the currency that owners chose. What was rendered while it was read is dropped, by
 * announcing the change again.
 */
export async function followCurrency({
  savedSettings,
  changes,
}: Pick<Shop, 'savedSettings' | 'changes'>): Promise<void> {
  const follow = async (): Promise<void> => {
    const { charged } = (await savedSettings.latest(CHARGED_CURRENCY)).value
    const isNew = charged !== charging.currency
    chargeIn(charged)
    if (isNew) await changes.publish('settings')
  }
  await followSettings(changes, follow)
}

const RETRY_MS = 1_000

/**
 * Runs `read` now and after each change of settings. When it fails after a change, as while the database is down, it
 * runs again until it does not: the change is announced once.
 */
export async function followSettings(changes: Changes, read: () => Promise<void>): Promise<void> {
  let retry: NodeJS.Timeout | undefined
  const readAgain = () => {
    clearTimeout(retry)
    void read().catch(() => (retry = setTimeout(readAgain, RETRY_MS).unref()))
  }
  changes.listen((topic) => {
    if (topic === 'settings' || topic === '*') readAgain()
  })
  await read()
}

/**
 * The currency of a shop changes only while nobody has paid, is paying, or is owed anything: so no report ever adds up
 * two currencies, and no order is paid in another one than it was placed in.
 */
export async function changeCurrency(
  tx: Tx,
  before: ChargedCurrency,
  after: ChargedCurrency,
): Promise<SettingProblem | null> {
  if (before.charged === after.charged) return null
  await lockCharges(tx)
  const { paid, owed, waiting } = await findCharges(tx)
  const name = `${currencyName(before.charged)} (${before.charged})`
  const message = paid
    ? `An order has been paid in ${name}: the currency of the shop can no longer be changed.`
    : owed
      ? `A gift card or store credit was given out in ${name}: the currency of the shop can no longer be changed.`
      : waiting
        ? `An order is waiting for its payment in ${name}. Cancel it, or wait until its time has run out, and save again.`
        : null
  return message === null ? null : { field: 'charged', message }
}
