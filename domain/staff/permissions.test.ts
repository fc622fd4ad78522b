import { expect, test } from 'vitest'
import { PERMISSIONS, permissionsOf, ROLE_PERMISSIONS } from './permissions.ts'

test('an owner may do everything', () => {
  expect(permissionsOf('owner')).toEqual(PERMISSIONS)
})

test('a manager may do everything except delete customers, manage staff, try suppliers and change settings', () => {
  const missing = PERMISSIONS.filter((permission) => !permissionsOf('manager').includes(permission))
  expect(missing).toEqual([
    'customers.erase',
    'connections.use',
    'webhooks.write',
    'connections.write',
    'backups.use',
    'monitoring.read',
    'staff.manage',
    'settings.write',
    'activity.read',
  ])
})

test('a packer can see orders, add notes and send them, and nothing else', () => {
  expect(ROLE_PERMISSIONS.packer).toEqual([
    'account.use',
    'second-factor.use',
    'orders.read',
    'orders.note',
    'orders.fulfil',
  ])
})

test('an unknown role allows nothing', () => {
  for (const role of ['', 'admin', 'constructor', 'Owner']) expect(permissionsOf(role)).toEqual([])
})

test('every role with an order action may read orders', () => {
  for (const permissions of Object.values(ROLE_PERMISSIONS)) {
    if (permissions.some((one) => one.startsWith('orders.'))) expect(permissions).toContain('orders.read')
  }
})
