/** The name of a shipping method that owners have not given another: every language has its own word for it. */
export const UNNAMED_METHOD = 'Shipping'

/** Who pays the duty: the shopper at checkout (DDP), or the receiver to the carrier (DAP). Null: not said. */
export type DutyTerms = 'ddp' | 'dap'

/** The shipping method that was chosen for an order. */
export interface OrderShipping {
  /** The id of the method, and its name as the shopper saw it. */
  method: string
  name: string
  /** Business days from the confirmation of the order. */
  leastDays: number
  mostDays: number
  duty: DutyTerms | null
}

/** Whether owners have named the method. One of an order that is not sent has no name. */
export function isNamed({ name }: Pick<OrderShipping, 'name'>): boolean {
  return name !== '' && name !== UNNAMED_METHOD
}
