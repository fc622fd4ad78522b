import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_CATEGORIES } from '#domain/settings/categories.ts'
import { faultAt } from '#web/admin/document/use-document.ts'
import { newId } from '#web/admin/new-id.ts'
import Button from '#web/ui/button.tsx'
import parts from '#web/admin/settings/parts.module.css'
import styles from './categories-editor.module.css'
import CategoryFields from './category-fields.tsx'
import type { TypedCategory } from './typed-category.ts'

interface Props {
  label: string
  error: string | undefined
  /** By place: `categories/0/label`. */
  faults: Readonly<Record<string, string>>
  categories: readonly TypedCategory[]
  onChange: (categories: TypedCategory[]) => void
}

/** The categories of the shop: their names, sizes and order. */
export default function CategoriesEditor({ label, error, faults, categories, onChange }: Props) {
  const list = useRef<HTMLFieldSetElement>(null)
  const [said, setSaid] = useState('')
  const inputs = () => [...(list.current?.querySelectorAll<HTMLElement>('input[data-name]') ?? [])]
  const isAbout = Object.keys(faults).some((place) => place.startsWith('categories/'))

  function add() {
    flushSync(() =>
      onChange([
        ...categories,
        { value: '', newId: newId(), label: '', sizes: 'XS, S, M, L, XL, XXL', hidden: false },
      ]),
    )
    inputs().at(-1)?.focus()
  }

  function remove(at: number) {
    flushSync(() => onChange(categories.filter((_, place) => place !== at)))
    inputs()[Math.max(0, at - 1)]?.focus()
  }

  function move(at: number, by: 1 | -1) {
    const moved = [...categories]
    const [one] = moved.splice(at, 1)
    if (one) moved.splice(at + by, 0, one)
    flushSync(() => onChange(moved))
    setSaid(`${one?.label.trim() || 'The new category'} is now ${at + by + 1} of ${categories.length}.`)
  }

  return (
    <fieldset
      ref={list}
      className={`${parts.group} ${styles.categories}`}
      aria-invalid={error !== undefined && !isAbout ? true : undefined}
      aria-describedby={error !== undefined && !isAbout ? 'categories-error' : undefined}
      tabIndex={-1}
    >
      <legend className="visually-hidden">{label}</legend>
      <p className={parts.hint}>
        A new name shows everywhere right away. The address of a category stays as it was first saved, so
        links to it keep working. A hidden category is not offered as a filter; its products stay in the shop.
        Enter the sizes in order, separated by commas.
      </p>
      <ol className={`${parts.list} ${styles.list}`}>
        {categories.map((category, at) => (
          <li key={category.value || category.newId || at} className={styles.category}>
            <CategoryFields
              category={category}
              faults={{
                label: faults[`categories/${at}/label`],
                sizes: faultAt(faults, `categories/${at}/sizes`),
              }}
              onChange={(changed) => onChange(categories.map((one, place) => (place === at ? changed : one)))}
              onUp={at > 0 ? () => move(at, -1) : undefined}
              onDown={at < categories.length - 1 ? () => move(at, 1) : undefined}
              onRemove={categories.length > 1 ? () => remove(at) : undefined}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {error !== undefined && !isAbout && (
        <p id="categories-error" className={parts.error}>
          {error}
        </p>
      )}
      <div>
        <Button tone="plain" disabled={categories.length >= MAX_CATEGORIES} onClick={add}>
          Add a category
        </Button>
      </div>
    </fieldset>
  )
}
