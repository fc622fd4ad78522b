import type { Size } from '#domain/catalog/size.ts'
import { closeWhenLeft } from '#web/frame/close-when-left.ts'
import { sentence } from '#web/ui/sentence.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './size-change.module.css'

interface Props {
  available: readonly Size[]
  chosen: Size | null
  onChoose: (size: Size) => void
}

/** The chosen size in the bar of a phone, where the size selector may be out of sight; it opens the sizes to choose. */
export default function SizeChange({ available, chosen, onChoose }: Props) {
  const words = useWords('product')
  return (
    <>
      <button type="button" className={styles.change} popoverTarget="sizes" aria-haspopup="dialog">
        {chosen === null ? (
          <span className={styles.word}>{words.chooseYourSize}</span>
        ) : (
          sentence(words.changeSize(chosen, (change) => <span className={styles.word}>{change}</span>))
        )}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only sees the focus leave */}
      <div
        id="sizes"
        popover="auto"
        role="dialog"
        aria-labelledby="choose-size"
        className={styles.sheet}
        onBlur={closeWhenLeft}
      >
        <p id="choose-size" className={styles.heading}>
          {words.chooseYourSize}
        </p>
        <ul className={styles.sizes}>
          {available.map((size) => (
            <li key={size}>
              <button
                type="button"
                aria-pressed={size === chosen}
                popoverTarget="sizes"
                popoverTargetAction="hide"
                onClick={() => onChoose(size)}
              >
                {size}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
