import { expect, test } from 'vitest'
import { ROLE_PERMISSIONS, ROLES } from '#domain/staff/permissions.ts'
import { staffPages } from '#test/support/every-route.ts'
import { matchingChoices, orderSearchOf, screenChoices } from './palette-choices.ts'

/** Screens that are about one thing, which a list chooses, and the sign-in pages. */
const REACHED_OTHERWISE = (path: string) =>
  path.includes(':') || path === '/admin/orders/batch/print' || path === '/admin/size-chart'

test.each(ROLES)('the palette has every screen that the %s may see, and no other', (role) => {
  const permissions = ROLE_PERMISSIONS[role]
  const offered = new Set(screenChoices(permissions).map(({ href }) => href?.split('?')[0]))
  for (const page of staffPages) {
    if (page.access !== 'staff' || REACHED_OTHERWISE(page.path)) continue
    expect(offered.has(page.path), page.path).toBe(permissions.includes(page.permission))
  }
})

test('every typed word must occur in a choice', () => {
  const choices = screenChoices(ROLE_PERMISSIONS.owner)
  const labels = (typed: string) => matchingChoices(choices, typed).map(({ label }) => label)
  expect(labels('ORDERS fulfil')).toEqual(['Orders to fulfil'])
  expect(labels('  bounced ')).toEqual(['Bounced addresses'])
  expect(labels('orders messages')).toEqual([])
  expect(labels('')).toHaveLength(choices.length)
  for (const typed of ['logo', 'font', 'color']) expect(labels(typed)[0], typed).toBe('Brand')
  expect(labels('page')).toContain('Policies')
  expect(labels('currency')).toEqual(['Currency', 'Connections'])
  expect(labels('navigation')).toEqual(['Menus'])
  expect(labels('keys')).toEqual(['Keys', 'API keys', 'Passkeys and authenticator app'])
})

test.each([
  ['R-7K3M-9QX2', '7K3M-9QX2'],
  ['NR-7K3M-9QX2', 'NR-7K3M-9QX2'],
  [' r7k3m9qx2 ', '7K3M-9QX2'],
  ['7k3m 9qx2', '7K3M-9QX2'],
  ['7k3m', '7k3m'],
  ['products', 'products'],
  ['ada@x.example', 'ada@x.example'],
])('"%s" searches orders for "%s"', (typed, searched) => {
  expect(orderSearchOf(typed)).toBe(searched)
})
