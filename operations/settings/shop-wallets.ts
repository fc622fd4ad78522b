import type { Wallet } from '#domain/checkout/wallet.ts'
import { WALLETS, type WalletPlace } from '#domain/settings/wallets.ts'
import type { Shop } from '#operations/shop.ts'
import type { CardEntry, CardEntrySources } from '#providers/payments/payment-gateway.ts'
import { currentSetting } from './current-setting.ts'

/** The wallets that a page may offer. `leastCharge`: in cents; a smaller total has no wallet. */
export interface OfferedWallets extends CardEntry {
  wallets: readonly Wallet[]
  leastCharge: number
}

/** The wallets of a page, as its props, and the hosts that they come from. Empty where it has none. */
export async function readWallets(
  shop: Pick<Shop, 'savedSettings' | 'settings' | 'gateway'>,
  place: WalletPlace,
): Promise<{ extraSources?: CardEntrySources | null; props: { wallets?: OfferedWallets } }> {
  const { gateway } = shop
  const setting = await currentSetting(shop, WALLETS)
  const wallets = gateway.wallets.filter((wallet) => setting[wallet])
  if (!setting[place] || wallets.length === 0) return { props: {} }
  const { cardEntry, cardEntrySources: extraSources, leastCharge } = gateway
  return { extraSources, props: { wallets: { ...cardEntry, wallets, leastCharge } } }
}
