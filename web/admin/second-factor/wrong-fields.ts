/** What is wrong, by the name of its field. */
export type WrongFields = Readonly<Record<string, string>>

/** Refusals that are about one field, by their code. */
const FIELD_OF: Readonly<Record<string, string>> = {
  'wrong-code': 'code',
  'used-code': 'code',
  'wrong-password': 'password',
}

interface Refusal {
  code: string
  title: string | null
  fields: WrongFields
}

/** The errors of a refusal at the fields named in `asked`; null when it is about something else. */
export function wrongFields({ code, title, fields }: Refusal, asked: object): WrongFields | null {
  const field = FIELD_OF[code]
  const wrong = field !== undefined && title !== null ? { [field]: title } : fields
  const known = Object.entries(wrong).filter(([name]) => name in asked)
  return known.length > 0 ? Object.fromEntries(known) : null
}
