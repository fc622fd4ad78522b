import { useId } from 'react'
import { MAX_ORDER_NOTE_LENGTH } from '#domain/orders/order-forms.ts'
import { HOLD_REASON_NAMES, HOLD_REASONS, MAX_PHOTO_LENGTH, type HoldReason } from '#domain/orders/hold.ts'
import form from '#web/admin/form.module.css'
import dialog from '#web/admin/order/order-dialog.module.css'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './hold-fields.module.css'

/** Why a parcel waits, as it is typed. */
export interface Problem {
  reason: HoldReason
  note: string
  photo: string
}

export const NO_PROBLEM: Problem = { reason: 'missing', note: '', photo: '' }

interface Props {
  problem: Problem
  errors: Record<string, string>
  isWithPhoto?: boolean
  onChange: (problem: Problem) => void
}

/** The reason, a note and a photo. Radio buttons, because a scan would change a list of choices. */
export default function HoldFields({ problem, errors, isWithPhoto = true, onChange }: Props) {
  const id = useId()
  const { reason, note, photo } = problem

  async function take(file: File | undefined) {
    if (!file) return
    const small = await asSmallPhoto(file)
    if (small === null) showToast('error', 'This photo could not be read. Take another one.', 6_000)
    else onChange({ ...problem, photo: small })
  }

  return (
    <div className={styles.fields}>
      <fieldset className={form.group}>
        <legend>What is the problem?</legend>
        {HOLD_REASON_NAMES.map((name) => (
          <label key={name} className={dialog.check}>
            <input
              type="radio"
              name="reason"
              checked={reason === name}
              onChange={() => onChange({ ...problem, reason: name })}
            />
            {HOLD_REASONS[name]}
          </label>
        ))}
      </fieldset>
      <Field
        label="Note"
        name="note"
        value={note}
        maxLength={MAX_ORDER_NOTE_LENGTH}
        error={errors['note']}
        onChange={({ target }) => onChange({ ...problem, note: target.value })}
      />
      {isWithPhoto && (
        <div className={styles.photo}>
          <label htmlFor={id}>Photo (optional)</label>
          <input
            id={id}
            type="file"
            className={form.file}
            accept="image/*"
            capture="environment"
            onChange={({ target }) => void take(target.files?.[0])}
          />
          {photo !== '' && <img src={photo} alt="What is wrong" />}
        </div>
      )}
    </div>
  )
}

const WIDEST = 1_280

/** The photo as a JPEG that is small enough to be kept with the order; null when it is no picture. */
async function asSmallPhoto(file: File): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file)
    for (let widest = WIDEST, quality = 0.8; widest > 300; widest /= 1.5, quality -= 0.1) {
      const scale = Math.min(1, widest / Math.max(picture.width, picture.height))
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(picture.width * scale)
      canvas.height = Math.round(picture.height * scale)
      canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const photo = canvas.toDataURL('image/jpeg', quality)
      if (photo.length <= MAX_PHOTO_LENGTH) return photo
    }
    return null
  } catch {
    return null
  }
}
