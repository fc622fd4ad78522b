import { TEXT_KINDS, type Translation } from '#domain/translations/translation.ts'
import { translationSetting } from '#domain/translations/translation-setting.ts'
import { findTexts, readTexts } from '#operations/translations/read-texts.ts'
import { mayTranslate } from '#operations/translations/save-texts.ts'
import type { Shop } from '#operations/shop.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { LANGUAGES } from '#words/languages.ts'
import { languageName, textsAddress, translationsAddress } from './translation-address.ts'
import TextsPage, { type TextsPageProps } from './texts-page.tsx'

export const routes = [
  staffPage(
    '/admin/translations/:language/texts',
    'products.write',
    'admin/translations/texts-page',
    TextsPage,
    loadTextsPage,
    ['subject', 'before', 'version'],
  ),
]

/** `subject`: the thing whose texts are translated. `version`: an older version to look at. */
export async function loadTextsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const language = request.params['language'] ?? ''
  const subject = request.query.get('subject') ?? ''
  const isAllowed = mayTranslate(subject, request.staff?.permissions ?? [])
  const found = LANGUAGES.has(language) && isAllowed ? await findTexts(shop, language, subject) : null
  if (found === null) return { redirect: translationsAddress(language) }
  const name = languageName(language)
  const setting = translationSetting(language, subject)
  const [frame, versions, all] = await Promise.all([
    staffFrameProps(shop, request),
    loadVersions(shop, setting, request.query),
    readTexts(shop, language),
  ])
  const permissions = request.staff?.permissions ?? []
  const at = all.findIndex((one) => one.subject === subject)
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find(
    (one) => one.counts.missing + one.counts.changed > 0 && mayTranslate(one.subject, permissions),
  )
  const plain = (value: { texts: readonly Translation[] }) => ({ texts: [...value.texts] })
  return {
    status: 200,
    head: staffHead(`${found.name} in ${name}`, textsAddress(language, subject)),
    props: {
      frame,
      ...versions,
      saved: { version: versions.saved.version, value: plain(versions.saved.value) },
      old: versions.old && { version: versions.old.version, value: plain(versions.old.value) },
      language,
      languageName: name,
      tag: LANGUAGES.get(language)?.language.LANGUAGE ?? language,
      subject,
      name: found.name,
      kind: TEXT_KINDS[found.kind],
      texts: found.texts.map(({ field, label, text, most, isLong }) => ({
        field,
        label,
        text,
        most,
        isLong,
      })),
      next: next ? { href: textsAddress(language, next.subject), name: next.name } : null,
    } satisfies TextsPageProps,
  }
}
