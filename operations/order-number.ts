import { randomFillSync } from 'node:crypto'

const LENGTH = 8
/** Random bytes for the next numbers: requesting bytes for each number would take longer than the rest of the work. */
const random = { bytes: new Uint8Array(128 * LENGTH), used: 128 * LENGTH }

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Eight letters and digits without look-alikes after the prefix of the shop: `R-7K3M-9QX2`. Random, so that it does not
 * reveal the number of orders. At least one is a digit: so a number that is typed without its hyphens is not a word.
 */
export function orderNumber(prefix: string): string {
  let signs = randomSigns()
  while (!/\d/.test(signs)) signs = randomSigns()
  return `${prefix}-${signs.slice(0, 4)}-${signs.slice(4)}`
}

function randomSigns(): string {
  if (random.used === random.bytes.length) {
    randomFillSync(random.bytes)
    random.used = 0
  }
  const ours = random.bytes.subarray(random.used, (random.used += LENGTH))
  return Array.from(ours, (byte) => SIGNS[byte % SIGNS.length]).join('')
}
