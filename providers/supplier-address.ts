import * as v from 'valibot'

/** An http or https address, without a slash at its end. */
export const webAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address',
  ),
  v.transform((text) => text.replace(/\/+$/, '')),
)

/** Whether a web address points to this machine. */
export function isOnThisMachine(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}

/** An address that receives secrets: https, unless it is on this machine. */
export const supplierAddress = v.pipe(
  webAddress,
  v.check(
    (text) => text.startsWith('https:') || isOnThisMachine(text),
    'must be an https address, or one of this machine',
  ),
)
