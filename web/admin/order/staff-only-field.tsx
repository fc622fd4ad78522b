import Field from '#web/ui/field.tsx'

interface StaffOnlyFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** A reason or finding of staff, stored in the order's history. */
export default function StaffOnlyField({ label, value, error, onChange }: StaffOnlyFieldProps) {
  return (
    <Field
      label={label}
      hint="Only staff see it."
      maxLength={500}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
