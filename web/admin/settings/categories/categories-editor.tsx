import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { MOST_CATEGORIES } from '#domain/settings/categories.ts'
import Button from '#web/ui/button.tsx'
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
  const inputs = () => [...(list.current?.querySelectorAll<HTMLElement>('input[data-name]') ?? [])]
  const isAbout = Object.keys(faults).some((place) => place.startsWith('categories/'))

  function add() {
    flushSync(() =>
      onChange([...categories, { value: '', label: '', sizes: 'XS, S, M, L, XL, XXL', hidden: false }]),
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
    onChange(moved)
  }

  return (
    <fieldset
      ref={list}
      className={styles.categories}
      aria-invalid={error !== undefined && !isAbout ? true : undefined}
      aria-describedby={error !== undefined && !isAbout ? 'categories-error' : undefined}
      tabIndex={-1}
    >
      <legend className="visually-hidden">{label}</legend>
      <p className={styles.hint}>
        A new name shows everywhere at once. The address of a category stays as it was first saved, so links
        to it keep working. A hidden category is not offered as a filter; its products stay on sale.
      </p>
      <ol className={styles.list}>
        {categories.map((category, at) => (
          <li key={category.value === '' ? `new-${at}` : category.value} className={styles.category}>
            <CategoryFields
              category={category}
              faults={{ label: faults[`categories/${at}/label`], sizes: faultOfSizes(faults, at) }}
              onChange={(changed) => onChange(categories.map((one, place) => (place === at ? changed : one)))}
              onUp={at > 0 ? () => move(at, -1) : undefined}
              onDown={at < categories.length - 1 ? () => move(at, 1) : undefined}
              onRemove={categories.length > 1 ? () => remove(at) : undefined}
            />
          </li>
        ))}
      </ol>
      {error !== undefined && !isAbout && (
        <p id="categories-error" className={styles.error}>
          {error}
        </p>
      )}
      <div>
        <Button tone="plain" disabled={categories.length >= MOST_CATEGORIES} onClick={add}>
          Add a category
        </Button>
      </div>
    </fieldset>
  )
}

/** About the list, or about one of its sizes. */
function faultOfSizes(faults: Readonly<Record<string, string>>, at: number): string | undefined {
  const place = `categories/${at}/sizes`
  return Object.entries(faults).find(([path]) => path === place || path.startsWith(`${place}/`))?.[1]
}
