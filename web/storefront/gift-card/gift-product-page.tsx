import ProductPage, { type ProductPageProps } from '#web/storefront/product/product-page.tsx'
import GiftPanel from './gift-panel.tsx'

/** The page of a gift card: a product page with amounts, and for whom it is, in place of the sizes. */
export default function GiftProductPage(props: ProductPageProps) {
  const { product } = props
  return (
    <ProductPage {...props}>
      {product?.gift && <GiftPanel product={product} gift={product.gift} />}
    </ProductPage>
  )
}
