/**
 * The wallets that gateways may have. A wallet knows its owner's address and cards, and its sheet shows what is paid.
 */
export const WALLET_KINDS = ['applePay', 'googlePay', 'link', 'paypal', 'klarna', 'test'] as const

/** A wallet that a gateway may have. */
export type Wallet = (typeof WALLET_KINDS)[number]
