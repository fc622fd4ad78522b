import { randomUUID } from 'node:crypto'
import { publicationOf } from '#domain/catalog/product.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { countAsked } from '#operations/reminders/reminders.ts'
import { countDropGuests } from '#operations/drops/early-access.ts'
import { dropPreviewPath, findDropProducts } from '#operations/drops/find-drop.ts'
import { listRefused } from '#operations/drops/list-refused.ts'
import { readSettingVersion } from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import DropPage, { type DropPageProps } from './drop-page.tsx'

export const routes = [
  staffPage('/admin/drops/:id', 'products.write', 'admin/drops/drop-page', DropPage, loadDropPage, ['copy']),
]

/** `new` is another drop, which may begin as a copy of the one that `copy` names. */
export async function loadDropPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const asked = request.params['id'] ?? ''
  const [frame, version] = await Promise.all([
    staffFrameProps(shop, request),
    readSettingVersion(shop, DROPS),
  ])
  const saved = version ?? { version: 0, value: DROPS.fallback }
  const named = (id: string | null) => saved.value.drops.find((one) => one.id === id) ?? null
  const own = named(asked)
  if (own === null && asked !== 'new') return { redirect: '/admin/drops' }
  const copied = own === null ? named(request.query.get('copy')) : null
  const products = own === null ? [] : await findDropProducts(shop, own)
  const pictures = [own, copied].flatMap((one) => one?.picture ?? [])
  return {
    status: 200,
    head: staffHead(own?.name ?? 'New drop', request.path),
    props: {
      frame,
      saved,
      id: own?.id ?? randomUUID(),
      copied,
      names: Object.fromEntries(products.map(({ id, name }) => [id, name])),
      pictures: Object.fromEntries(
        pictures.map((picture) => [picture.key, pictureView(shop.images, picture)]),
      ),
      timeZone: shop.settings.timeZone,
      pressLink: own && shop.settings.publicUrl + dropPreviewPath(shop, own),
      refused: own && (await listRefused(shop, own)),
      asked: own === null ? 0 : await countAsked(shop, own),
      guests: own === null ? 0 : await countDropGuests(shop, own),
      misfits: products.flatMap((product) => {
        if (publicationOf(product, shop.now()) === 'draft') return [`${product.name} is a draft.`]
        if (product.publishedFrom === own?.publicFrom && product.soldFrom === own.soldFrom) return []
        return [`${product.name} has a schedule of its own.`]
      }),
    } satisfies DropPageProps,
  }
}
