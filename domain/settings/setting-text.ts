import * as v from 'valibot'
import { pictureEntries } from '#domain/catalog/fields/list-kinds.ts'
import { looksLikeEmail } from '#domain/email.ts'
import { withoutInvisible } from '#domain/plain-text.ts'

const CONTROL = /[\p{Cc}\p{Cs}]/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n]|\p{Cs}/u
/** Text that looks like an HTML element: shoppers would see the markup. */
const MARKUP = /<\/?[a-z][^<>]*>|<!--/i

/** A text on one line; it may be empty. */
export function settingLine(maxLength: number) {
  return v.pipe(
    v.string('Enter some text.'),
    v.transform((text) => withoutInvisible(text.normalize('NFC')).trim()),
    v.check((text) => !CONTROL.test(text), 'Remove the characters that cannot be printed.'),
    v.check((text) => !MARKUP.test(text), plainTextOnly),
    v.maxLength(maxLength, `Keep it to ${maxLength} characters.`),
  )
}

/** A text on one line that has to be there. */
export function requiredSettingLine(maxLength: number, missing: string) {
  return v.pipe(settingLine(maxLength), v.minLength(1, missing))
}

/** A plain text of several lines; it may be empty. */
export function settingLines(maxLength: number) {
  return v.pipe(
    v.string('Enter some text.'),
    v.transform((text) => withLines(text.normalize('NFC'))),
    v.check((text) => !CONTROL_BUT_LINES.test(text), 'Remove the characters that cannot be printed.'),
    v.check((text) => !MARKUP.test(text), plainTextOnly),
    v.maxLength(maxLength, `Keep it to ${maxLength.toLocaleString('en-CA')} characters.`),
  )
}

/** An email address. */
export const settingEmail = v.pipe(
  v.string('Enter an email address.'),
  v.trim(),
  v.check(looksLikeEmail, 'Enter an email address, such as hello@shop.example.'),
)

/** An address on the web with https or http; it may be empty. */
export const settingWebAddress = v.pipe(
  v.string('Enter an address.'),
  v.trim(),
  v.maxLength(500, 'Keep it to 500 characters.'),
  v.check(
    (text) => text === '' || isWebAddress(text),
    'Enter a full address, such as https://www.instagram.com/yourshop.',
  ),
)

/** The address of a profile, or its name with an @, which is one below `start`; it may be empty. */
export function settingProfile(start: string) {
  return v.pipe(
    v.string('Enter an address.'),
    v.trim(),
    v.transform((text) => text.replace(/^@([\w.-]+)$/, (_, name: string) => start + name)),
    settingWebAddress,
  )
}

/** Where a link leads: a page of this shop, such as `/shop`, or a whole web address; it may be empty. */
export const settingLink = v.pipe(
  v.string('Enter an address.'),
  v.trim(),
  v.maxLength(500, 'Keep it to 500 characters.'),
  v.check(
    (text) => text === '' || /^\/(?![/\\])[^\s\\]*$/.test(text) || isWebAddress(text),
    'Enter a page of this shop, such as /shop, or a full address that starts with https://.',
  ),
)

/** The last part of an address, such as `size-guide`. */
export function settingHandle(maxLength: number, example: string) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength, `Keep it to ${maxLength} characters.`),
    v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, `Use small letters, digits and hyphens, such as ${example}.`),
  )
}

/** A stored picture with what it shows, or none. */
export function settingPicture(maxAltLength: number) {
  return v.nullable(
    v.object({ ...pictureEntries, alt: settingLine(maxAltLength) }, 'Upload the image again.'),
  )
}

/** Each thing of a list has an address of its own. */
export function addressesOnce<One extends { handle: string; name: string }>() {
  return v.rawCheck<One[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const known = new Map<string, string>()
    for (const [at, { handle, name }] of dataset.value.entries()) {
      const other = known.get(handle)
      known.set(handle, name)
      if (other === undefined) continue
      const path = [at, 'handle'].map((key) => ({ type: 'unknown', origin: 'value', input: handle, key }))
      addIssue({ message: `The address ${handle} is of ${other} already.`, path: path as never })
    }
  })
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) && new URL(text).username === ''
}

function plainTextOnly({ input }: { input: string }): string {
  const [found = ''] = MARKUP.exec(input) ?? []
  return `Use plain text: customers would see “${found.slice(0, 40)}” as typed.`
}

/** Lines without spaces at their ends, and never more than one empty line in a row. */
function withLines(text: string): string {
  const lines = text
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .split('\n')
  return lines
    .map((line) => withoutInvisible(line).trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
