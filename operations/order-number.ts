import { randomBytes } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Eight letters and digits without look-alikes: `R-7K3M-9QX2`. Random, so that it does not reveal the number of orders.
 */
export function orderNumber(): string {
  const letters = Array.from(randomBytes(8), (byte) => LETTERS[byte % LETTERS.length]).join('')
  return `R-${letters.slice(0, 4)}-${letters.slice(4)}`
}
