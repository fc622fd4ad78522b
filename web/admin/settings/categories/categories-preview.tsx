import styles from './categories-editor.module.css'
import { sizesList, type TypedCategory } from './typed-category.ts'

/** The categories as shoppers find them among the filters, with their sizes. */
export default function CategoriesPreview({ categories }: { categories: readonly TypedCategory[] }) {
  return (
    <dl className={styles.preview}>
      {categories.map(({ value, newId, label, sizes, hidden }, at) => (
        <div key={value || newId || at}>
          <dt>
            {label || 'New category'}
            {hidden && ' (hidden)'}
          </dt>
          <dd>{sizesList(sizes).join(' · ')}</dd>
        </div>
      ))}
    </dl>
  )
}
