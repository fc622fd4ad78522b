import { MAX_QUERY_LENGTH } from '#domain/plain-text.ts'
import Field from '#web/ui/field.tsx'

interface SearchFieldProps {
  className: string | undefined
  placeholder: string
  defaultValue: string
}

/** The search field of a staff list: `q` in its address. */
export default function SearchField(props: SearchFieldProps) {
  return (
    <Field label="Search" type="search" name="q" autoComplete="off" maxLength={MAX_QUERY_LENGTH} {...props} />
  )
}
