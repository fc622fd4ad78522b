import { useId, type ComponentProps } from 'react'

interface Props extends Pick<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** For whoever reads it all the same. */
  label: string
}

/** A field that only programs fill in, which fill in every one: what comes with it is not a person's. */
export default function Trap({ label, ...input }: Props) {
  const id = useId()
  return (
    <span className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>{label}</label>
      <input id={id} name="leaveEmpty" tabIndex={-1} autoComplete="off" {...input} />
    </span>
  )
}
