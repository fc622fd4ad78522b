import { useWords } from './use-words.ts'
import styles from './quantity-stepper.module.css'

interface Props {
  quantity: number
  /** The item's name, for the labels of the buttons. */
  of: string
  onChange: (quantity: number) => void
}

export default function QuantityStepper({ quantity, of, onChange }: Props) {
  const words = useWords('cart')
  return (
    <div className={styles.stepper} role="group" aria-label={words.quantityOf(of)}>
      <button
        type="button"
        aria-label={words.decreaseQuantity(of)}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <span>{quantity}</span>
      <button type="button" aria-label={words.increaseQuantity(of)} onClick={() => onChange(quantity + 1)}>
        <span aria-hidden="true">+</span>
      </button>
    </div>
  )
}
