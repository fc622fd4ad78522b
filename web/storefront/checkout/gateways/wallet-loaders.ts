import type { ComponentType } from 'react'
import type { WalletButtonsProps } from './wallet-buttons.ts'

/** The buttons of every gateway's wallets, by the gateway's name. Their code is loaded only where they are shown. */
export const WALLET_BUTTONS: Readonly<
  Record<string, () => Promise<{ default: ComponentType<WalletButtonsProps> }>>
> = {
  test: () => import('./test-gateway/test-wallet.tsx'),
  stripe: () => import('./stripe/stripe-wallets.tsx'),
}
