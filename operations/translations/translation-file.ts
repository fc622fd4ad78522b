import { parse } from 'csv-parse/sync'
import type { CsvCell } from '#domain/csv.ts'
import { TEXT_KINDS, type TextState, type Translation } from '#domain/translations/translation.ts'
import { readTranslation } from '#domain/translations/translation-setting.ts'
import type { SettingEditor } from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { LANGUAGES } from '#words/languages.ts'
import { readTexts, type TranslatedSubject } from './read-texts.ts'
import { mayTranslate, readTextsVersion, readTranslations, saveTexts } from './save-texts.ts'

const STATES: Readonly<Record<TextState, string>> = {
  missing: 'Missing',
  changed: 'Changed since',
  done: 'Done',
}

/** The headings of the file, for a language. */
export function translationColumns(language: string): readonly string[] {
  return ['Subject', 'Field', 'What', 'Thing', 'Text', 'English', nameOf(language), 'State']
}

function nameOf(language: string): string {
  return LANGUAGES.get(language)?.language.NAME ?? language
}

/** Every text of the owner's with its translation, a row for each. */
export async function* exportTranslations(shop: Shop, language: string): AsyncGenerator<CsvCell[][]> {
  for (const { subject, kind, name, texts } of await readTexts(shop, language))
    yield texts.map(({ field, label, text, translation, state }) => [
      subject,
      field,
      TEXT_KINDS[kind],
      name,
      label,
      text,
      translation,
      STATES[state],
    ])
}

/** What becomes of the rows of a file. `faults`: the rows that are left out, by their lines. */
export interface TranslationImport {
  saved: number
  same: number
  faults: { line: number; text: string; message: string }[]
}

/** Reads a file as `exportTranslations` makes it. A row without a translation changes nothing. Null: it is none. */
export async function importTranslations(
  shop: Shop,
  { language, text, isTrial }: { language: string; text: string; isTrial: boolean },
  editor: Pick<SettingEditor, 'memberId' | 'permissions'>,
): Promise<TranslationImport | null> {
  const rows = rowsOf(text, language)
  if (rows === null) return null
  const known = new Map((await readTexts(shop, language)).map((one) => [one.subject, one]))
  const report: TranslationImport = { saved: 0, same: 0, faults: [] }
  for (const [subject, ofSubject] of Map.groupBy(rows, (row) => row.subject)) {
    const found = known.get(subject)
    const good = ofSubject.filter((row) => {
      const message = faultOf(found, row, mayTranslate(subject, editor.permissions))
      if (message !== null) report.faults.push({ line: row.line, text: `${subject} ${row.field}`, message })
      return message === null
    })
    const isNew = ({ field, translation, source }: FileRow) => {
      const own = found?.texts.find((one) => one.field === field)
      const stored = own?.state === 'changed' ? own.was : own?.text
      return own?.translation !== translation || (source || own?.text) !== stored
    }
    const changed = good.filter(isNew)
    report.same += good.length - changed.length
    report.saved += changed.length
    if (!found || changed.length === 0 || isTrial) continue
    const given = new Map(changed.map((row) => [row.field, row]))
    const kept = (await readTranslations(shop, language, subject)).filter(({ field }) => !given.has(field))
    const brought = changed.map(({ field, translation, source }): Translation => {
      const own = found.texts.find((one) => one.field === field)
      return { field, text: translation, source: source || (own?.text ?? '') }
    })
    const fields = new Set(found.texts.map(({ field }) => field))
    const version = await readTextsVersion(shop, language, subject)
    const outcome = await saveTexts(
      shop,
      { language, subject, version },
      [...kept.filter(({ field }) => fields.has(field)), ...brought],
      editor,
    )
    if (outcome.kind === 'saved') continue
    report.saved -= changed.length
    const message = 'Someone else changed this at the same time. Import the file again.'
    for (const { line, field } of changed) report.faults.push({ line, text: `${subject} ${field}`, message })
  }
  return { ...report, faults: report.faults.toSorted((one, other) => one.line - other.line) }
}

interface FileRow {
  line: number
  subject: string
  field: string
  source: string
  translation: string
}

function faultOf(found: TranslatedSubject | undefined, row: FileRow, isAllowed: boolean): string | null {
  const own = found?.texts.find(({ field }) => field === row.field)
  if (!own) return 'There is no such text.'
  if (!isAllowed) return 'Your role does not let you change this.'
  return readTranslation(own, row.translation).fault
}

/** Rows with a translation; null: the headings are missing, or the quotes do not match. */
function rowsOf(text: string, language: string): FileRow[] | null {
  const start = text.replace(/^\uFEFF/, '')
  const [headings = ''] = start.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((mark) => headings.includes(mark)) ?? ','
  let records: { record: Record<string, string>; info: { lines: number } }[]
  try {
    records = parse(start, {
      columns: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as typeof records
  } catch {
    return null
  }
  const first = records[0]?.record
  if (first && !['Subject', 'Field', nameOf(language)].every((name) => name in first)) return null
  if (!first && !headings.includes('Subject')) return null
  return records
    .map(({ record, info }) => ({
      line: info.lines,
      subject: (record['Subject'] ?? '').trim(),
      field: (record['Field'] ?? '').trim(),
      source: withoutGuard(record['English'] ?? ''),
      translation: withoutGuard(record[nameOf(language)] ?? '').trim(),
    }))
    .filter(({ translation }) => translation !== '')
}

/** Without the apostrophes that keep a spreadsheet from running a text (domain/csv.ts). */
function withoutGuard(cell: string): string {
  return cell.replaceAll('\r\n', '\n').replaceAll(/(^|[;\t\n])([ "]*)'(?=[=+\-@＝＋－＠])/g, '$1$2')
}
