import * as v from 'valibot'
import { isKeyPermission, PERMISSIONS } from './permissions.ts'
import { typedPassword } from './staff-forms.ts'

/** How many days a key may work. */
export const KEY_DAYS = [30, 90, 365] as const

/** The longest name of a key. */
export const KEY_NAME_LENGTH = 60

/** A key to be made. `password`: of the member who makes it, where the shop keeps the passwords. */
export const newKeySchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Name the program that will use it.'),
    v.maxLength(KEY_NAME_LENGTH, `Keep the name to ${KEY_NAME_LENGTH} characters.`),
  ),
  permissions: v.pipe(
    v.array(v.picklist(PERMISSIONS.filter(isKeyPermission))),
    v.minLength(1, 'Choose what it may do.'),
  ),
  days: v.picklist(KEY_DAYS, 'Choose how long it works.'),
  password: v.optional(typedPassword, ''),
})
