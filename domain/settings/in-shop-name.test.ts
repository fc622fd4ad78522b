import { expect, test } from 'vitest'
import { inShopName } from './in-shop-name.ts'

test.each([
  ['© 2026 Redemption. All rights reserved.', 'Nordic Row', '© 2026 Nordic Row. All rights reserved.'],
  ['© 2026 Redemption. All rights reserved.', 'Ox & Ash Co.', '© 2026 Ox & Ash Co. All rights reserved.'],
  ['Redemption, home', 'Ox & Ash Co.', 'Ox & Ash Co., home'],
  ['Contact – Redemption', 'Money $& More', 'Contact – Money $& More'],
])('%j of %j is %j', (text, name, named) => {
  expect(inShopName(text, name)).toBe(named)
})
