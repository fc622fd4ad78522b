import type { ReactNode } from 'react'
import AsServed from '#web/as-served.tsx'
import type { FrameProps, ProductCardView } from '#web/page.ts'
import type { SaidFit } from '#operations/fit/answer-how-it-fits.ts'
import type { OfferedWallets } from '#operations/settings/shop-wallets.ts'
import CartPanelSlot from '#web/storefront/cart-panel/cart-panel-slot.tsx'
import NewsletterBox from '#web/storefront/home/newsletter-box.tsx'
import PageFrame from '#web/storefront/page-frame.tsx'
import RecentlyViewed from '#web/storefront/recently-viewed/recently-viewed.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import type { PageRate } from '#web/visitor/currency.ts'
import { useWords } from '#web/ui/use-words.ts'
import DropTime from '#web/storefront/drop/drop-time.tsx'
import RoomNote from '#web/storefront/drop/room-note.tsx'
import { useStanding } from '#web/storefront/drop/use-standing.ts'
import SavePiece from '#web/storefront/saved/save-piece.tsx'
import TellMe from '#web/storefront/reminder/tell-me.tsx'
import BackLink from './back-link.tsx'
import BuyPanel from './buy-panel.tsx'
import Gallery from './gallery.tsx'
import ProductDetails from './product-details.tsx'
import styles from './product-page.module.css'
import type { ProductView } from './product-view.ts'
import RelatedProducts from './related-products.tsx'
import SoldOut from './sold-out.tsx'
import FitSummary, { FitWordList } from '#web/ui/product/fit-figures.tsx'
import { productAddress } from '#web/ui/product/product-address.ts'

export interface ProductPageProps {
  frame: FrameProps
  product: ProductView | null
  failed: boolean
  /** `soldOut`: the sizes that shoppers may be told of. `fit`: what buyers say, once enough do. */
  served?: {
    related: ProductCardView[]
    soldOut?: string[]
    asked?: 'sent' | 'failed' | undefined
    fit?: SaidFit
  }
  /** For the cart panel, whose prices are computed in the browser. */
  rate: PageRate
  /** For staff: why shoppers do not see this page, or that they do. */
  preview?: string
  /** In place of the choice of a size. */
  children?: ReactNode
  wallets?: OfferedWallets
}

/** In characters: a longer title is set smaller. */
const LONG_NAME = 36

export default function ProductPage({
  frame,
  product,
  served,
  rate,
  preview,
  wallets,
  children,
}: ProductPageProps) {
  const inDrop = preview === undefined ? (product?.room ?? product?.early) : undefined
  const standing = useStanding(inDrop?.handle)
  if (!product) return <LoadFailure frame={frame} />
  return (
    <PageFrame {...frame} toasts={<ToastRegion />}>
      {preview && (
        <p role="status" className={styles.preview}>
          {preview}
        </p>
      )}
      <div className={styles.back}>
        <BackLink />
      </div>
      <div className={styles.product}>
        <Gallery pictures={product.pictures} />
        <div className={styles.panel}>
          <h1 className={product.name.length > LONG_NAME ? styles.longName : styles.name}>{product.name}</h1>
          <Price product={product} />
          {product.charged !== undefined && <p className={styles.charged}>{product.charged}</p>}
          <Siblings product={product} />
          {product.outOfStock && <SoldOut category={product.category} />}
          {product.drops && <DropTime {...product.drops} />}
          {product.early &&
            (standing?.isEarly ? (
              <p role="status">{product.early.isIn}</p>
            ) : (
              <p>
                <a href={`/drop/${product.early.handle}#early`}>{product.early.link}</a>
              </p>
            ))}
          <AsServed as="div" id="fit" className={styles.fit}>
            {import.meta.env.SSR && served?.fit && <FitSummary {...served.fit.all} />}
          </AsServed>
          {product.room && <RoomNote {...product.room} standing={standing} isAboveWay />}
          {children ?? <BuyPanel key={product.id} product={product} wallets={wallets} standing={standing} />}
          {preview === undefined && <SavePiece key={`save ${product.id}`} id={product.id} />}
          <AsServed as="div" id="sold-out-sizes">
            {import.meta.env.SSR && served?.soldOut && (
              <TellMe
                kind="size"
                about={{ product: product.id }}
                sizes={served.soldOut}
                asked={served.asked}
              />
            )}
          </AsServed>
          <ProductDetails product={product} fit={served?.fit} />
        </div>
      </div>
      <AsServed as="div" id="related-products">
        {import.meta.env.SSR && served?.fit && <FitWordList list={served.fit.words} />}
        {import.meta.env.SSR && served && <RelatedProducts cards={served.related} />}
      </AsServed>
      {product.outOfStock && <NewsletterBox />}
      <RecentlyViewed key={product.id} present={product.id} />
      <CartPanelSlot currency={frame.currency} rate={rate} />
    </PageFrame>
  )
}

function LoadFailure({ frame }: { frame: FrameProps }) {
  const words = useWords('product')
  return (
    <PageFrame {...frame}>
      <div className={styles.failure}>
        <h1>{words.loadFailed}</h1>
        <p>{words.tryAgain}</p>
        <LinkButton href="/shop">{words.backToTheShop}</LinkButton>
      </div>
    </PageFrame>
  )
}

/** The price, and the higher one before a reduction struck out. */
function Price({ product: { price, before, prior, sale } }: { product: ProductView }) {
  const words = useWords('product')
  if (before === undefined) return <p className={styles.price}>{price}</p>
  return (
    <>
      <p className={styles.price}>
        <span className="visually-hidden">{words.priceNow} </span>
        <span className={styles.reduced}>{price}</span>{' '}
        <span className="visually-hidden">{words.priceBefore} </span>
        <s className={styles.before}>{before}</s>
      </p>
      {sale !== undefined && <p className={styles.prior}>{words.inCart(sale)}</p>}
      {prior !== undefined && <p className={styles.prior}>{words.lowestBefore(prior)}</p>}
    </>
  )
}

/** The same piece in other colours, each a separate product. */
function Siblings({ product: { color, siblings } }: { product: ProductView }) {
  const words = useWords('product')
  if (siblings === undefined) return null
  return (
    <nav className={styles.siblings} aria-label={words.otherColours}>
      {color && <p>{words.colourOf(color)}</p>}
      <p>{words.alsoIn}</p>
      <ul>
        {siblings.map(({ id, label }) => (
          <li key={id}>
            <a href={productAddress(id, null)}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
