import { expect, test } from 'vitest'
import { PERMISSIONS, permissionsOf, ROLE_PERMISSIONS } from './permissions.ts'

test('an owner may do everything', () => {
  expect(permissionsOf('owner')).toEqual(PERMISSIONS)
})

test('a manager may do everything but delete customers and manage staff', () => {
  const missing = PERMISSIONS.filter((permission) => !permissionsOf('manager').includes(permission))
  expect(missing).toEqual(['customers.erase', 'staff.manage'])
})

test('a packer sees, notes and sends orders, and nothing else', () => {
  expect(ROLE_PERMISSIONS.packer).toEqual(['account.use', 'orders.read', 'orders.note', 'orders.fulfil'])
})

test('a role that nobody knows allows nothing', () => {
  for (const role of ['', 'admin', 'constructor', 'Owner']) expect(permissionsOf(role)).toEqual([])
})

test('whoever may do something about orders may read them', () => {
  for (const permissions of Object.values(ROLE_PERMISSIONS)) {
    if (permissions.some((one) => one.startsWith('orders.'))) expect(permissions).toContain('orders.read')
  }
})
