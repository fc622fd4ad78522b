import type { Picture } from '#domain/catalog/product.ts'
import { toProductId } from '#domain/ids.ts'
import { changedFields, pictureKeys, type Setting } from '#domain/settings/setting.ts'
import { findSettingNamed } from '#domain/settings/settings.ts'
import { readSettingHistory, readSettingVersion } from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import { historyProps, versionIn } from '#web/admin/document/document-versions.server.ts'
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
  const before = versionIn(request.query, 'before')
  const seen = versionIn(request.query, 'version')
  const [frame, saved, history, old] = await Promise.all([
    staffFrameProps(shop, request),
    readSettingVersion(shop, setting),
    readSettingHistory(shop, setting, before ?? undefined),
    seen === null ? null : readSettingVersion(shop, setting, seen),
  ])
  const isNewest = saved?.version === seen
  return {
    status: 200,
    head: {
      title: `${setting.label} – Redemption`,
      description: 'For the staff of the shop.',
      canonical: `/admin/settings/${setting.name}`,
      noindex: true,
    },
    props: {
      frame,
      name: setting.name,
      label: setting.label,
      labels: setting.fields,
      saved: saved ?? { version: 0, value: setting.fallback },
      isAsAtStart: changedFields(setting, saved?.value ?? setting.fallback, setting.fallback) === '',
      old: isNewest ? null : old,
      fixed: fixedFields(setting, shop.settings.variables),
      products: await chosenProducts(shop, [saved?.value, old?.value]),
      ...historyProps(shop, history, before),
      pictures: picturesOf(shop, setting, [saved?.value, old?.value]),
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

/** The names of the products that the values have chosen and that are on sale, by their ids. */
async function chosenProducts(
  { catalog }: Shop,
  values: readonly (Record<string, unknown> | undefined)[],
): Promise<Record<string, string>> {
  const ids = values.flatMap((value) => (Array.isArray(value?.['products']) ? value['products'] : []))
  if (ids.length === 0) return {}
  const products = await catalog.findMany(ids.map((id) => toProductId(String(id))))
  return Object.fromEntries(products.map(({ id, name }) => [id, name]))
}

/** The pictures of the values as they are shown, by their keys. */
function picturesOf(
  { images }: Shop,
  setting: Setting<Record<string, unknown>>,
  values: readonly (Record<string, unknown> | undefined)[],
): SettingPageProps['pictures'] {
  return Object.fromEntries(
    values.flatMap((value = {}) =>
      [...pictureKeys(setting, value)].flatMap(([field, key]) => {
        const picture = value[field] as Picture & { type?: string }
        return picture.type === undefined ? [[key, pictureView(images, { ...picture, alt: '' })]] : [] // a film
      }),
    ),
  )
}
