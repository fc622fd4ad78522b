import { BRAND } from '#domain/settings/brand/brand.ts'
import { brandFiles } from '#domain/settings/brand/brand-files.ts'
import { HOME_PAGE } from '#domain/settings/home-page.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { currentSetting, currentVersion } from '#operations/settings/current-setting.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { publicPages } from '#operations/settings/shop-pages.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import { readSalesAreFinal } from '#operations/settings/shop-policies.ts'
import { readContact } from '#operations/settings/shop-contact.ts'
import { etagOf, isKnown } from '#web/http/cache/etag.ts'
import { llmsText } from '#web/search-engines/llms.ts'
import { webManifest } from '#web/search-engines/manifest.ts'
import { robotsText } from '#web/search-engines/robots.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { AnswerDocs, EndpointDocs } from '#web/api/endpoint-docs.ts'
import { ownLanguage, wordsIn, startOfPages } from '#words/languages.ts'
import { anyone } from '#web/route.ts'

const FOR_AN_HOUR = 'public, max-age=3600'

/** GET /robots.txt: what crawlers may read. */
export async function robots(request: Request, { shop }: ApiContext): Promise<Response> {
  return plainText(
    request,
    robotsText(
      shop.settings.publicUrl,
      Array.from(shop.languages.keys(), (language) => startOfPages(shop, language)),
    ),
  )
}

/** GET /llms.txt: what the shop is and where things are, for language models. */
export async function llms(request: Request, { shop }: ApiContext): Promise<Response> {
  const [name, contact, tariff, categories, salesAreFinal, pages] = await Promise.all([
    readShopName(shop),
    readContact(shop),
    currentTariff(shop),
    readCategories(shop),
    readSalesAreFinal(shop),
    publicPages(shop),
  ])
  const facts = { name, contact, tariff, categories, salesAreFinal, pages }
  return plainText(request, llmsText(shop.settings, facts))
}

const answers: Record<number, AnswerDocs> = {
  200: { means: 'The text.', type: 'text/plain' },
  304: { means: 'Unchanged: If-None-Match names this version.' },
}
robots.docs = { summary: 'What crawlers may look at', answers } satisfies EndpointDocs
llms.docs = { summary: 'What the shop is and where things are', answers } satisfies EndpointDocs

/** GET /site.webmanifest: how the shop is shown when it is installed on a phone. */
export async function manifest(request: Request, { shop }: ApiContext): Promise<Response> {
  const [identity, brand, { tagline }] = await Promise.all([
    currentVersion(shop, SHOP_IDENTITY),
    currentVersion(shop, BRAND),
    currentSetting(shop, HOME_PAGE),
  ])
  const about = { shopName: identity.value.name, tagline }
  const files = brandFiles({ brand, shop: identity })
  const text = JSON.stringify(webManifest(about, brand.value, files, wordsIn(shop, ownLanguage(shop))))
  return plainText(request, text, 'application/manifest+json')
}

manifest.docs = {
  summary: 'How the shop is shown when it is installed',
  answers: { ...answers, 200: { means: 'The manifest.', type: 'application/manifest+json' } },
} satisfies EndpointDocs

function plainText(request: Request, text: string, type = 'text/plain; charset=utf-8'): Response {
  const etag = etagOf(text)
  const headers = { 'cache-control': FOR_AN_HOUR, etag }
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'content-type': type } })
}

export const routes = [
  anyone('GET /robots.txt', robots),
  anyone('GET /llms.txt', llms),
  anyone('GET /site.webmanifest', manifest),
]
