import { useId, useRef, useState } from 'react'
import form from '#web/admin/form.module.css'
import Checkbox from '#web/ui/checkbox.tsx'
import field from '#web/ui/field.module.css'
import PictureItem from './picture-item.tsx'
import styles from './picture-fields.module.css'
import { READABLE_PICTURES } from './upload-picture.ts'
import type { Pictures } from './use-pictures.ts'

interface PictureFieldsProps {
  pictures: Pictures
  error: string | undefined
}

/** Pictures: several together, chosen, dropped or pasted; in the order in which the shop shows them. */
export default function PictureFields({ pictures, error }: PictureFieldsProps) {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState(false)
  const { shown } = pictures

  return (
    // What is dropped is taken by the form: a file that just misses must not take the page away.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same
    <fieldset
      className={styles.group}
      data-over={over || undefined}
      onDragOver={(event) => setOver(event.dataTransfer.types.includes('Files'))}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <legend>Images</legend>
      <label htmlFor={id} className={styles.label}>
        Choose images, drop them here, or paste them
      </label>
      <input
        id={id}
        ref={chooser}
        type="file"
        accept={READABLE_PICTURES}
        multiple
        className={form.file}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => {
          pictures.add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {error && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
      {pictures.hasBoth && (
        <Checkbox checked={pictures.replaces} onChange={({ target }) => pictures.setReplaces(target.checked)}>
          New images replace the current ones
        </Checkbox>
      )}
      {shown.length > 0 && (
        <ol className={styles.pictures} aria-label="Images, in order">
          {shown.map((picture, position) => (
            <PictureItem
              key={picture.id}
              picture={picture}
              number={position + 1}
              before={shown[position - 1]?.id}
              after={shown[position + 1]?.id}
              pictures={pictures}
              onRemove={() => {
                pictures.remove(picture.id)
                chooser.current?.focus()
              }}
              isDragged={dragged === picture.id}
              onDragStart={() => setDragged(picture.id)}
              onDragEnd={() => setDragged(null)}
              onDragOver={() => {
                if (dragged !== null && dragged !== picture.id) pictures.move(dragged, picture.id)
              }}
            />
          ))}
        </ol>
      )}
    </fieldset>
  )
}
