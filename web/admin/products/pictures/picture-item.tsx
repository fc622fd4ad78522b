import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { PRODUCT_LIMITS } from '#domain/catalog/product-fields.ts'
import Field from '#web/ui/field.tsx'
import Picture from '#web/ui/picture.tsx'
import styles from './picture-fields.module.css'
import type { FormPicture, Pictures } from './use-pictures.ts'

interface PictureItemProps {
  picture: FormPicture
  /** Its place in the order, from 1, and its neighbours there. */
  number: number
  before: number | undefined
  after: number | undefined
  pictures: Pictures
  isDragged: boolean
  onRemove: () => void
  onDragStart: () => void
  onDragEnd: () => void
  onDragOver: () => void
}

/** One picture of the form: its upload, its alt text, its place, and a button to remove it. */
export default function PictureItem(props: PictureItemProps) {
  const { picture, number, before, after, pictures, isDragged } = props
  const { id, name, stored, progress, refusal } = picture
  const word = `image ${number}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same
    <li
      className={styles.item}
      data-dragged={isDragged || undefined}
      draggable={stored !== null}
      onDragStart={props.onDragStart}
      onDragEnd={props.onDragEnd}
      onDragOver={props.onDragOver}
    >
      <div>
        <Picture picture={stored?.view ?? null} sizes="6rem" decorative />
      </div>
      <div className={styles.about}>
        {stored && (
          <Field
            label={`Alt text of ${word}`}
            placeholder="What it shows"
            maxLength={PRODUCT_LIMITS.alt}
            value={stored.alt}
            onChange={({ target }) => pictures.describe(id, target.value)}
          />
        )}
        {progress !== null && (
          <>
            <p className={styles.name}>{name}</p>
            <progress
              className={styles.progress}
              aria-label={`Upload of ${name}`}
              max={1}
              {...(progress < 1 && { value: progress })}
            />
          </>
        )}
        {refusal !== null && (
          <Refusal>
            {name}: {refusal}
          </Refusal>
        )}
        <div className={styles.actions}>
          <IconButton
            label={`Move ${word} up`}
            sign="↑"
            off={before === undefined}
            onClick={() => before !== undefined && pictures.move(id, before)}
          />
          <IconButton
            label={`Move ${word} down`}
            sign="↓"
            off={after === undefined}
            onClick={() => after !== undefined && pictures.move(id, after)}
          />
          {refusal !== null && (
            <button type="button" className={styles.action} onClick={() => pictures.again(id)}>
              Try again
            </button>
          )}
          <button
            type="button"
            className={styles.action}
            aria-label={`Remove ${word}`}
            onClick={props.onRemove}
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  )
}

/** Scrolls into view, because uploads fail while their place in the dialog is out of sight. */
function Refusal({ children }: { children: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => void line.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <p ref={line} role="alert" className={styles.refusal}>
      {children}
    </p>
  )
}

interface IconButtonProps {
  label: string
  sign: string
  off: boolean
  onClick: () => void
}

/**
 * Stays reachable by keyboard when it has nothing to do, so that the focus is not lost at the ends, and keeps the focus
 * when its picture moves.
 */
function IconButton({ label, sign, off, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={label}
      aria-disabled={off}
      onClick={({ currentTarget }) => {
        flushSync(onClick)
        currentTarget.focus()
      }}
    >
      {sign}
    </button>
  )
}
