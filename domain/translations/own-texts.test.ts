import { expect, test } from 'vitest'
import { SETTINGS } from '#domain/settings/settings.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { PAGES } from '#domain/settings/pages.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { ANNOUNCEMENT } from '#domain/settings/announcement.ts'
import type { Setting } from '#domain/settings/setting.ts'
import { inTranslation, settingSubjects, settingThrough } from './own-texts.ts'

const ALL = [...SETTINGS, SHIPPING, PROMOTIONS, PAGES, COLLECTIONS, DROPS] as readonly Setting<object>[]

test('what every shop starts with says itself in each language, but for its categories', () => {
  const kinds = ALL.flatMap((setting) => settingSubjects(setting, setting.fallback)).map(({ kind }) => kind)
  expect([...new Set(kinds)]).toEqual(['category'])
})

test('a value stays as it is while nothing is translated', () => {
  for (const setting of ALL)
    expect(
      inTranslation((begin) => settingThrough(setting, setting.fallback, begin), new Map()),
      setting.name,
    ).toEqual(setting.fallback)
})

test('a translated text takes the place of its own, and of no other', () => {
  const bar = { text: 'Free stickers', link: '/shop' }
  const stored = new Map([
    ['announcement', [{ field: 'text', text: 'Autocollants gratuits', source: 'Free stickers' }]],
    ['category:Hoodies', [{ field: 'label', text: 'Chandails', source: 'Hoodies' }]],
  ])
  expect(inTranslation((begin) => settingThrough(ANNOUNCEMENT, bar, begin), stored)).toEqual({
    text: 'Autocollants gratuits',
    link: '/shop',
  })
  const { categories } = inTranslation(
    (begin) => settingThrough(CATEGORIES_SETTING, CATEGORIES_SETTING.fallback, begin),
    stored,
  )
  expect(categories.map(({ label }) => label)).toContain('Chandails')
  expect(categories.map(({ value }) => value)).toEqual(
    CATEGORIES_SETTING.fallback.categories.map(({ value }) => value),
  )
})
