import { collectionPath } from '#domain/catalog/collection.ts'
import type { Picture } from '#domain/catalog/product.ts'
import { dropState } from '#domain/drops/drop.ts'
import { toProductId } from '#domain/ids.ts'
import { labelsOf, type Setting } from '#domain/settings/setting.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { HOME_PAGE } from '#domain/settings/home-page.ts'
import type { HomeSection } from '#domain/settings/home-sections.ts'
import { MENUS, type MenuLink } from '#domain/settings/menus.ts'
import { pagePath, STORY } from '#domain/settings/page.ts'
import { findSettingNamed } from '#domain/settings/settings.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { readPages } from '#operations/settings/shop-pages.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { NO_CHOICES, type SectionChoices } from './sections/section-words.ts'
import SettingPage, { type SettingPageProps } from './setting-page.tsx'

export const routes = [
  staffPage(
    '/admin/settings/:name',
    'settings.write',
    'admin/settings/setting-page',
    SettingPage,
    loadSettingPage,
    ['before', 'version'],
  ),
]

export async function loadSettingPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const setting = findSettingNamed(request.params['name'] ?? '')
  if (setting === null) return { redirect: '/admin/settings' }
  const [frame, versions] = await Promise.all([
    staffFrameProps(shop, request),
    loadVersions(shop, setting, request.query),
  ])
  const values = [versions.saved.value, versions.old?.value]
  return {
    status: 200,
    head: staffHead(setting.label, `/admin/settings/${setting.name}`),
    props: {
      frame,
      name: setting.name,
      label: setting.label,
      lead: setting.lead ?? '',
      seenAt: setting.seenAt,
      labels: labelsOf(setting),
      fields: setting.fields,
      ...versions,
      fixed: fixedFields(setting, shop.settings.variables),
      products: await chosenProducts(shop, values),
      places: setting.name === MENUS.name ? await placesOf(shop) : [],
      choices: setting.name === HOME_PAGE.name ? await choicesOf(shop) : NO_CHOICES,
      pictures: picturesOf(shop, setting, values),
      keepsNoFilms:
        shop.images.films === null
          ? (shop.connections.find(({ need }) => need === 'pictures')?.supplier ?? 'the store of the images')
          : null,
    } satisfies SettingPageProps,
  }
}

/** The fields that variables of the environment decide: the variable and its value. */
function fixedFields(
  { variables = {} }: Setting<Record<string, unknown>>,
  environment: Readonly<Record<string, string>>,
): SettingPageProps['fixed'] {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([field, variable]) => {
      const value = environment[variable ?? '']
      return variable === undefined || value === undefined ? [] : [[field, { variable, value }]]
    }),
  )
}

/** Where a link can lead within the shop; products too, the newest of them. */
async function placesOf(shop: Shop): Promise<MenuLink[]> {
  const [{ value }, { drops }, { collections }, categories, { products }] = await Promise.all([
    readPages(shop),
    currentSetting(shop, DROPS),
    currentSetting(shop, COLLECTIONS),
    readCategories(shop),
    shop.catalog.listed({ limit: MAX_PLACES, offset: 0 }),
  ])
  return [
    ...MENUS.fallback.header,
    ...MENUS.fallback.footer.filter(({ href }) => href !== `/${STORY}`),
    ...value.pages.map((page) => ({ label: page.heading || page.name, href: pagePath(page) })),
    ...categories.map((one) => ({
      label: one.label,
      href: `/shop?${new URLSearchParams({ category: one.value })}`,
    })),
    ...collections.map(({ name, handle }) => ({ label: name, href: collectionPath(handle) })),
    ...drops.map(({ name, handle }) => ({ label: name, href: `/drop/${handle}` })),
    ...products.map(({ id, name }) => ({ label: name, href: `/product/${id}` })),
  ]
}

const MAX_PLACES = 100

/** The names of the products that the values have chosen and that are on sale, by their ids. */
async function chosenProducts(
  { catalog }: Shop,
  values: readonly (Record<string, unknown> | undefined)[],
): Promise<Record<string, string>> {
  const ids = values.flatMap((value = {}) => {
    const own = Array.isArray(value['products']) ? (value['products'] as unknown[]) : []
    const sections = (value['sections'] ?? []) as HomeSection[]
    return [...own, ...sections.flatMap((one) => (one.kind === 'products' ? one.products : []))]
  })
  if (ids.length === 0) return {}
  const products = await catalog.findMany(ids.map((id) => toProductId(String(id))))
  return Object.fromEntries(products.map(({ id, name }) => [id, name]))
}

/** What sections of the home page can show. */
async function choicesOf(shop: Shop): Promise<SectionChoices> {
  const [categories, { collections }, { drops }] = await Promise.all([
    readCategories(shop),
    currentSetting(shop, COLLECTIONS),
    currentSetting(shop, DROPS),
  ])
  const now = shop.now()
  return {
    categories: Object.fromEntries(categories.map(({ value, label }) => [value, label])),
    collections: Object.fromEntries(
      collections.map(({ id, name, isDraft }) => [id, isDraft ? `${name} (draft)` : name]),
    ),
    drops: Object.fromEntries(
      drops.map((drop) => {
        const state = dropState(drop, now)
        const note = state === 'draft' ? ' (draft)' : state === 'on-sale' ? ' (on sale)' : ''
        return [drop.id, `${drop.name}${note}`]
      }),
    ),
  }
}

/** The pictures of the values as they are shown, by their keys. */
function picturesOf(
  { images }: Shop,
  setting: Setting<Record<string, unknown>>,
  values: readonly (Record<string, unknown> | undefined)[],
): SettingPageProps['pictures'] {
  const found = values.flatMap((value = {}) =>
    (setting.pictures ?? []).flatMap((field) => picturesIn(value[field])),
  )
  return Object.fromEntries(found.map((one) => [one.key, pictureView(images, { ...one, alt: '' })]))
}

/** The pictures within a value, without films. */
function picturesIn(held: unknown): Picture[] {
  if (typeof held !== 'object' || held === null) return []
  const { key, placeholder } = held as Partial<Record<string, unknown>>
  if (typeof key !== 'string') return Object.values(held).flatMap(picturesIn)
  return placeholder === undefined ? [] : [held as Picture]
}
