import styles from './cart-picture.module.css'

/** A product's picture as the cart remembers it: one address, no text, since the name stands beside it. */
export default function CartPicture({ address }: { address: string | undefined }) {
  return (
    <span className={styles.frame}>
      {address && (
        <img className={styles.picture} src={address} alt="" width={4} height={5} decoding="async" />
      )}
    </span>
  )
}
