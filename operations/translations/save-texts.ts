import { writeSearch } from '#db/catalog/product-search.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { appendSetting } from '#db/settings/settings.ts'
import { findTranslationsOf, writeTranslations } from '#db/translations/translations.ts'
import { toProductId } from '#domain/ids.ts'
import { isSameData, type SettingVersion } from '#domain/settings/setting.ts'
import { kindOf, productSubject, type OwnText, type Translation } from '#domain/translations/translation.ts'
import {
  MAY_TRANSLATE,
  readTranslation,
  translationSetting,
} from '#domain/translations/translation-setting.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { readSetting } from '#operations/saved-settings.ts'
import { readSettingVersion } from '#operations/settings/read-setting-history.ts'
import { undoWords, type SettingEditor } from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { LANGUAGES } from '#words/languages.ts'
import { findTexts, type TranslatedSubject } from './read-texts.ts'

type Value = { texts: readonly Translation[] }

/** The translations as saved, or why they were not. */
export type TranslationOutcome =
  | ({ kind: 'saved' } & SettingVersion<Value>)
  /** There is no such thing, or no such version. */
  | { kind: 'not-found' }
  | { kind: 'not-permitted' }
  /** What is wrong, by the field. */
  | { kind: 'wrong'; faults: Readonly<Record<string, string>> }
  /** Someone else saved first: nothing was written. */
  | { kind: 'changed-meanwhile'; current: SettingVersion<Value> }

/** Which thing is translated into which language, and the version that was seen; 0: there was none. */
export interface TranslationPlace {
  language: string
  subject: string
  version: number
}

type Editor = Pick<SettingEditor, 'memberId' | 'permissions'>

/** Whether somebody may translate a thing. */
export function mayTranslate(subject: string, permissions: readonly Permission[]): boolean {
  const kind = kindOf(subject)
  return kind !== null && permissions.includes(MAY_TRANSLATE[kind])
}

/** Saves the translations of a thing, all of them; what is empty is left out. */
export async function saveTexts(
  shop: Shop,
  place: TranslationPlace,
  texts: readonly Translation[],
  editor: Editor,
): Promise<TranslationOutcome> {
  const found = await findTexts(shop, place.language, place.subject)
  if (!found?.texts.length) return { kind: 'not-found' }
  const { faults, ...value } = readSent(found.texts, texts)
  if (Object.keys(faults).length > 0) return { kind: 'wrong', faults }
  return write(shop, place, found, value, editor)
}

/** Saves an older version again, as the newest one. `to` 0: nothing is translated. */
export async function undoTexts(
  shop: Shop,
  { to, ...place }: TranslationPlace & { to: number },
  editor: Editor,
): Promise<TranslationOutcome> {
  const [found, chosen] = await Promise.all([
    findTexts(shop, place.language, place.subject),
    readSettingVersion(shop, translationSetting(place.language, place.subject), to),
  ])
  if (!found?.texts.length || chosen === null) return { kind: 'not-found' }
  return write(shop, place, found, chosen.value, editor, undoWords(to))
}

/** The texts as they are stored, in their order and without empty ones, and what is wrong with the others. */
function readSent(
  own: readonly OwnText[],
  sent: readonly Translation[],
): { texts: Translation[]; faults: Record<string, string> } {
  const fields = new Set(own.map(({ field }) => field))
  const faults = Object.fromEntries(
    sent.flatMap(({ field }) => (fields.has(field) ? [] : [[field, 'There is no such text.']])),
  )
  const byField = new Map(sent.map((one) => [one.field, one]))
  const texts = own.flatMap((one) => {
    const typed = byField.get(one.field)
    if (!typed) return []
    const read = readTranslation(one, typed.text)
    if (read.fault !== null) faults[one.field] = read.fault
    else if (read.text !== '') return [{ ...typed, text: read.text }]
    return []
  })
  return { texts, faults }
}

async function write(
  shop: Shop,
  { language, subject, version }: TranslationPlace,
  found: TranslatedSubject,
  value: Value,
  { memberId, permissions }: Editor,
  words?: string,
): Promise<TranslationOutcome> {
  if (!mayTranslate(subject, permissions)) return { kind: 'not-permitted' }
  const setting = translationSetting(language, subject)
  const outcome = await transact(shop.database, async (tx): Promise<TranslationOutcome> => {
    // Whoever saves the product writes its search text too, and locks it before.
    const product = found.kind === 'product' ? await lockProduct(tx, subject) : null
    const current = await readSetting(tx, setting)
    if (current.version !== version) return { kind: 'changed-meanwhile', current }
    if (isSameData(current.value.texts, value.texts)) return { kind: 'saved', ...current }
    const changes = changesOf(found.texts, current.value.texts, value.texts)
    const isWritten = await appendSetting(tx, setting.name, version, {
      value,
      changedAt: shop.now(),
      changedBy: memberId,
      summary: words ?? (changes.map(({ field }) => field).join(', ') || 'Still right'),
    })
    if (!isWritten) return { kind: 'changed-meanwhile', current: await readSetting(tx, setting) }
    await writeTranslations(tx, language, subject, value.texts)
    // A search finds a product by its texts in every language.
    if (product) await writeSearch(tx, product)
    const name = `${found.name} (${LANGUAGES.get(language)?.language.NAME ?? language})`
    await recordAudit(tx, shop, { action: 'translated', subject: { id: subject, name }, changes })
    return { kind: 'saved', version: version + 1, value }
  })
  if (outcome.kind === 'saved' && outcome.version !== version)
    await shop.changes.publish(found.kind === 'product' ? 'catalogue' : 'settings')
  return outcome
}

function changesOf(
  own: readonly OwnText[],
  before: readonly Translation[],
  after: readonly Translation[],
): { field: string; before: string | null; after: string | null }[] {
  const textsOf = (all: readonly Translation[]) => new Map(all.map(({ field, text }) => [field, text]))
  const [old, now] = [textsOf(before), textsOf(after)]
  return own.flatMap(({ field, label }) => {
    const [was, is] = [old.get(field) ?? null, now.get(field) ?? null]
    return was === is ? [] : [{ field: label, before: brief(was), after: brief(is) }]
  })
}

/** The audit trail is no place for whole policies: the history has them. */
function brief(text: string | null): string | null {
  return text !== null && text.length > MAX_IN_TRAIL ? `${text.slice(0, MAX_IN_TRAIL - 1)}…` : text
}

const MAX_IN_TRAIL = 200

function lockProduct(tx: Tx, subject: string) {
  return tx
    .selectFrom('products')
    .select(['id', 'name', 'description', 'category'])
    .where('id', '=', toProductId(subject.slice(productSubject('').length)))
    .forUpdate()
    .executeTakeFirst()
}

/** The version of what is translated of a thing now. */
export async function readTextsVersion(
  shop: Pick<Shop, 'database'>,
  language: string,
  subject: string,
): Promise<number> {
  return (await readSetting(shop.database.db, translationSetting(language, subject))).version
}

/** The stored translations of a thing. */
export async function readTranslations(
  shop: Pick<Shop, 'database'>,
  language: string,
  subject: string,
): Promise<readonly Translation[]> {
  return (await findTranslationsOf(shop.database.db, language, [subject])).get(subject) ?? []
}
