import { useId, useRef, useState, type DragEvent } from 'react'
import field from '#web/ui/field.module.css'
import PictureItem from './picture-item.tsx'
import styles from './picture-fields.module.css'
import type { Pictures } from './use-pictures.ts'

interface PictureFieldsProps {
  pictures: Pictures
  error: string | undefined
}

/** Pictures: several at once, chosen, dropped or pasted; in the order in which the shop shows them. */
export default function PictureFields({ pictures, error }: PictureFieldsProps) {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState(false)
  const { shown } = pictures

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const { files } = event.dataTransfer
    if (files.length > 0) pictures.add(files)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same
    <fieldset
      className={styles.group}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(event.dataTransfer.types.includes('Files'))
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend>Images</legend>
      <label htmlFor={id} className={styles.label}>
        Choose images, drop them here, or paste them
      </label>
      <input
        id={id}
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        className={styles.file}
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
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={pictures.replaces}
            onChange={({ target }) => pictures.setReplaces(target.checked)}
          />
          New images replace the ones there were
        </label>
      )}
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
    </fieldset>
  )
}
