import { describe, expect, test } from 'vitest'
import { findPasswordFault } from './new-password.ts'

const ada = { email: 'Ada.Prairie@redemption.example' }

describe('a new password', () => {
  test.each([
    ['ada.prairie@redemption.example', 'address'],
    ['Ada.Prairie', 'address'],
    ['ada.prairie2026!', 'address'],
    ['Redemption', 'shop'],
    ['redemption2026!', 'shop'],
    ['aaaaaaaa', 'simple'],
    ['12121212', 'simple'],
    ['19841984', 'simple'],
    ['12345678', 'simple'],
    ['0987654321', 'simple'],
    ['abcdefgh', 'simple'],
    ['QWERTYUI', 'simple'],
    ['Sunshine', 'common'],
  ])('%s is refused: %s', (password, fault) => {
    const isCommon = (written: string) => written === 'sunshine'
    expect(findPasswordFault(password, { ...ada, isCommon })).toBe(fault)
  })

  test.each(['wears red', 'ada likes prairies', 'no redemption here', '1234 hoodies', 'zzzzzzzy'])(
    '%s is accepted',
    (password) => expect(findPasswordFault(password, ada)).toBeNull(),
  )
})
