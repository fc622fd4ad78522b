import Field from '#web/ui/field.tsx'

interface SearchText {
  searchTitle: string
  description: string
}

interface SearchFieldsProps {
  draft: SearchText
  labels: SearchText
  limits: Record<keyof SearchText, number>
  /** What search results show of it without these texts. */
  instead: SearchText
  faults: Partial<Record<string, string>>
  /** Of the heading. */
  className: string | undefined
  onChange: (change: Partial<SearchText>) => void
}

/** How a document is shown in search results. */
export default function SearchFields(props: SearchFieldsProps) {
  const { draft, labels, limits, instead, faults, className, onChange } = props
  return (
    <>
      <h3 className={className}>In search results</h3>
      {(['searchTitle', 'description'] as const).map((field) => (
        <Field
          key={field}
          label={labels[field]}
          value={draft[field]}
          maxLength={limits[field]}
          autoComplete="off"
          hint={`Empty: ${instead[field]}.`}
          error={faults[field]}
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      ))}
    </>
  )
}
