import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ROLES } from '#domain/staff/permissions.ts'
import { SECOND_FACTOR } from './second-factor.ts'

test('a version from before a role existed can be read, and the role needs no second factor', () => {
  for (const added of ROLES) {
    const { [added]: _none, ...saved } = { owner: true, manager: true, packer: true }
    expect(v.parse(SECOND_FACTOR.schema, saved)).toEqual({ ...saved, [added]: false })
  }
})

test('what is no yes or no is refused', () => {
  expect(v.is(SECOND_FACTOR.schema, { owner: 'yes', manager: false, packer: false })).toBe(false)
})
