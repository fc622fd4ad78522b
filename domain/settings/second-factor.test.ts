import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ROLES } from '#domain/staff/permissions.ts'
import { requirementSchema, SECOND_FACTOR } from './second-factor.ts'

test('a version from before a role existed can be read, and the role needs no second factor', () => {
  for (const added of ROLES) {
    const { [added]: _none, ...saved } = { owner: true, manager: true, packer: true }
    expect(v.parse(SECOND_FACTOR.schema, saved)).toEqual({ ...saved, [added]: false })
  }
})

test('a requirement names every role, with yes or no', () => {
  expect(v.is(requirementSchema, { owner: true, manager: false, packer: false })).toBe(true)
  expect(v.is(requirementSchema, { owner: true, manager: false })).toBe(false)
  expect(v.is(requirementSchema, { owner: 'yes', manager: false, packer: false })).toBe(false)
})
