import { randomFillSync } from 'node:crypto'

const LENGTH = 8
/** Random bytes for the next numbers: asking the system for each takes longer than the rest. */
const random = { bytes: new Uint8Array(128 * LENGTH), used: 128 * LENGTH }

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Eight letters and digits without look-alikes: `R-7K3M-9QX2`. Random, so that it does not reveal the number of orders.
 */
export function orderNumber(): string {
  if (random.used === random.bytes.length) {
    randomFillSync(random.bytes)
    random.used = 0
  }
  const ours = random.bytes.subarray(random.used, (random.used += LENGTH))
  const letters = Array.from(ours, (byte) => LETTERS[byte % LETTERS.length]).join('')
  return `R-${letters.slice(0, 4)}-${letters.slice(4)}`
}
