import { useId } from 'react'
import type { MenuLink } from '#domain/settings/menus.ts'
import type { Faults } from '#web/admin/document/use-document.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import OrderedList from './ordered-list.tsx'
import parts from './parts.module.css'
import styles from './ordered-list.module.css'

interface Props {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  faults: Faults
  links: readonly MenuLink[]
  /** Pages of the shop to choose from. */
  places: readonly MenuLink[]
  onChange: (links: MenuLink[]) => void
}

/** Links in an order, each with its words and where it leads. */
export default function LinksField({ name, label, hint, error, faults, links, places, onChange }: Props) {
  const id = useId()
  const isAbout = Object.keys(faults).some((place) => place.startsWith(`${name}/`))
  return (
    <fieldset className={parts.group}>
      <legend>{label}</legend>
      {hint && <p className={parts.hint}>{hint}</p>}
      <OrderedList
        label={label}
        list={links}
        nameOf={(link, at) => link.label.trim() || `Link ${at + 1}`}
        onChange={onChange}
      >
        {(link, at, change) => (
          <div className={styles.pair}>
            <Field
              label="Words"
              value={link.label}
              maxLength={40}
              autoComplete="off"
              error={faults[`${name}/${at}/label`]}
              onChange={({ target }) => change({ ...link, label: target.value })}
            />
            <Field
              label="Leads to"
              list={id}
              value={link.href}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={faults[`${name}/${at}/href`]}
              onChange={({ target }) => change({ ...link, href: target.value })}
            />
          </div>
        )}
      </OrderedList>
      <datalist id={id}>
        {places.map((place) => (
          <option key={place.href} value={place.href}>
            {place.label}
          </option>
        ))}
      </datalist>
      {error !== undefined && !isAbout && <p className={parts.error}>{error}</p>}
      <div>
        <Button tone="plain" onClick={() => onChange([...links, { label: '', href: '' }])}>
          Add a link<span className="visually-hidden">: {label}</span>
        </Button>
      </div>
    </fieldset>
  )
}
