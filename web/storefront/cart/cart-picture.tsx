import { useState } from 'react'
import Picture from '#web/ui/picture.tsx'
import styles from './cart-picture.module.css'

/** The product picture stored with the cart: one address, no alternative text, because the name is beside it. */
export default function CartPicture({ address }: { address: string | undefined }) {
  const [broken, setBroken] = useState<string>()
  if (!address || address === broken) return <Picture picture={null} sizes="10rem" />
  return (
    <span className={styles.frame}>
      <img
        className={styles.picture}
        src={address}
        alt=""
        width={4}
        height={5}
        decoding="async"
        onError={() => setBroken(address)}
      />
    </span>
  )
}
