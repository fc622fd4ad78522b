import { useId } from 'react'
import { isColor } from '#domain/settings/brand/color.ts'
import { colorFaults, type BrandColors } from '#domain/settings/brand/palette.ts'
import Button from '#web/ui/button.tsx'
import { describedBy, FieldFrame } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import styles from './color-field.module.css'

interface Props {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  /** All colors as they are typed. */
  typed: BrandColors
  onType: (color: string) => void
}

/** A color of the brand, typed or picked. One that cannot be read says so at once, with the nearest that can. */
export default function ColorField({ name, label, hint, error, typed, onType }: Props) {
  const id = useId()
  const value = String(typed[name as keyof BrandColors] ?? '')
  const { ground, ink, accent } = typed
  const colors = { ground: ground.toLowerCase(), ink: ink.toLowerCase(), accent: accent.toLowerCase() }
  const isWhole = Object.values(colors).every(isColor)
  const fault = isWhole ? colorFaults(colors).find((one) => one.field === name) : undefined
  const says = fault?.message ?? error
  return (
    <div className={styles.field}>
      <FieldFrame id={id} label={label} error={says} hint={hint} className={undefined}>
        <div className={styles.row}>
          <input
            type="color"
            className={styles.swatch}
            aria-label={`Pick: ${label}`}
            value={isColor(value.toLowerCase()) ? value.toLowerCase() : '#000000'}
            onChange={({ target }) => onType(target.value)}
          />
          <input
            id={id}
            className={field.input}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={7}
            {...describedBy(id, says, hint)}
            value={value}
            onChange={({ target }) => onType(target.value)}
          />
        </div>
      </FieldFrame>
      <p role="status" className={fault ? styles.proposal : 'visually-hidden'}>
        {fault && (
          <Button tone="plain" onClick={() => onType(fault.proposal)}>
            Use {fault.proposal}
          </Button>
        )}
      </p>
    </div>
  )
}
