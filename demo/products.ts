import { cents } from '#domain/money.ts'
import type { GivenFields } from '#domain/catalog/product-fields.ts'
import type { StockCounts } from '#domain/catalog/stock-edit.ts'
import { SIZES, type ProductSize, type Size } from '#domain/catalog/size.ts'

/** A product of the demo catalogue. Its pictures are files in demo/pictures/. */
export interface DemoProduct extends Omit<GivenFields, 'pictures' | keyof StockCounts>, StockCounts {
  id: string
  pictures: { file: string; alt: string }[]
}

/** The demo catalogue, in the order of the shop page. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    id: 'wears-red-hoodie',
    name: 'Wears Red Hoodie',
    price: cents(12_400),
    category: 'Hoodies',
    description:
      'The statement piece: heavyweight fleece in our own deep red, wordmark in bone. Relaxed through the body, with a crossover hood and flat cotton drawcords.',
    stock: 18,
    sizes: counted({ S: 4, M: 6, L: 5, XL: 3 }),
    pictures: [
      {
        file: 'wears-red-hoodie-front.jpg',
        alt: 'Wears Red Hoodie: deep red hoodie, front – bone wordmark on the chest, bone drawcords',
      },
      {
        file: 'wears-red-hoodie-back.jpg',
        alt: 'Wears Red Hoodie: deep red hoodie, back – WHERE STYLE MEETS STREET on the back',
      },
      {
        file: 'wears-red-hoodie-detail.jpg',
        alt: 'Wears Red Hoodie: deep red hoodie, detail – hood and drawcords close up',
      },
    ],
  },
  {
    id: 'emblem-tee-bone',
    name: 'Emblem Tee',
    price: cents(5_600),
    category: 'T-Shirts',
    description:
      'The Redemption emblem, screen-printed in black and red on undyed bone jersey. Soft, heavy and slightly cropped, with a high ribbed neck.',
    stock: 37,
    sizes: offered('XS', 'S', 'M', 'L', 'XL'),
    pictures: [
      {
        file: 'emblem-tee-bone-front.jpg',
        alt: 'Emblem Tee: bone T-shirt, front – round emblem with rays and lettering on the chest',
      },
      { file: 'emblem-tee-bone-back.jpg', alt: 'Emblem Tee: bone T-shirt, back – wordmark below the collar' },
      {
        file: 'emblem-tee-bone-detail.jpg',
        alt: 'Emblem Tee: bone T-shirt, detail – ribbed collar, neck label and emblem print close up',
      },
    ],
  },
  {
    id: 'emblem-hoodie-black',
    name: 'Emblem Hoodie',
    price: cents(11_800),
    category: 'Hoodies',
    description:
      'A 420 gsm brushed-fleece hoodie with the blackletter name on the chest and the full emblem across the back. Double-lined hood, dropped shoulders and deep ribbing that holds its line.',
    stock: 33,
    sizes: counted({ XS: 2, S: 6, M: 9, L: 9, XL: 5, XXL: 2 }),
    pictures: [
      {
        file: 'emblem-hoodie-black-front.jpg',
        alt: 'Emblem Hoodie: black hoodie, front – blackletter Redemption on the chest, red drawcords',
      },
      {
        file: 'emblem-hoodie-black-back.jpg',
        alt: 'Emblem Hoodie: black hoodie, back – round emblem on the back',
      },
      {
        file: 'emblem-hoodie-black-detail.jpg',
        alt: 'Emblem Hoodie: black hoodie, detail – close-up of the chest print and red drawcords',
      },
    ],
  },
  {
    id: 'redemption-tee-red',
    name: 'Redemption Tee',
    price: cents(5_400),
    category: 'T-Shirts',
    description:
      'The name, edge to edge, on deep red cotton. A relaxed boxy tee with a close ribbed collar and twin-needle hems; made to be the loudest quiet thing you own.',
    stock: 41,
    sizes: offered('S', 'M', 'L', 'XL', 'XXL'),
    pictures: [
      {
        file: 'redemption-tee-red-front.jpg',
        alt: 'Redemption Tee: deep red T-shirt, front – REDEMPTION in bone condensed letters across the chest',
      },
      {
        file: 'redemption-tee-red-back.jpg',
        alt: 'Redemption Tee: deep red T-shirt, back – small R mark below the collar',
      },
      {
        file: 'redemption-tee-red-detail.jpg',
        alt: 'Redemption Tee: deep red T-shirt, detail – close-up of the chest print',
      },
    ],
  },
  {
    id: 'street-hoodie-bone',
    name: 'Where Style Meets Street Hoodie',
    price: cents(11_800),
    category: 'Hoodies',
    description:
      'Undyed bone fleece with a small mark at the chest and a five-line repeat down the back, one line in red. Loopback inside, soft hand, no shortcuts.',
    stock: 27,
    sizes: offered('XS', 'S', 'M', 'L', 'XL'),
    pictures: [
      {
        file: 'street-hoodie-bone-front.jpg',
        alt: 'Where Style Meets Street Hoodie: bone hoodie, front – small R mark on the left chest, black drawcords',
      },
      {
        file: 'street-hoodie-bone-back.jpg',
        alt: 'Where Style Meets Street Hoodie: bone hoodie, back – five-line REDEMPTION repeat with one red line on the back',
      },
      {
        file: 'street-hoodie-bone-detail.jpg',
        alt: 'Where Style Meets Street Hoodie: bone hoodie, detail – kangaroo pocket and rib hem close up',
      },
    ],
  },
  {
    id: 'blackletter-tee-grey',
    name: 'Washed Blackletter Tee',
    price: cents(6_200),
    category: 'T-Shirts',
    description:
      'Garment-washed grey with a blackletter chest print and our line, Where Style Meets Street, across the shoulders. Every wash fades a little differently, so no two are quite alike.',
    stock: 22,
    sizes: offered('S', 'M', 'L', 'XL'),
    pictures: [
      {
        file: 'blackletter-tee-grey-front.jpg',
        alt: 'Washed Blackletter Tee: washed grey T-shirt, front – Redemption in blackletter on the chest',
      },
      {
        file: 'blackletter-tee-grey-back.jpg',
        alt: 'Washed Blackletter Tee: washed grey T-shirt, back – WHERE STYLE MEETS STREET across the shoulders',
      },
      {
        file: 'blackletter-tee-grey-detail.jpg',
        alt: 'Washed Blackletter Tee: washed grey T-shirt, detail – close-up of the blackletter print',
      },
    ],
  },
  {
    id: 'wears-red-tee',
    name: 'Wears Red Tee',
    price: cents(5_800),
    category: 'T-Shirts',
    description:
      'Our signature heavyweight tee in black, with the house line set large across the back in bone and deep red. Boxy, drop-shouldered and cut from a dense 240 gsm cotton jersey that keeps its shape.',
    stock: 64,
    sizes: offered('XS', 'S', 'M', 'L', 'XL', 'XXL'),
    pictures: [
      {
        file: 'wears-red-tee-front.jpg',
        alt: 'Wears Red Tee: black T-shirt, front – small bone wordmark on the left chest',
      },
      {
        file: 'wears-red-tee-back.jpg',
        alt: 'Wears Red Tee: black T-shirt, back – large back print WEARS RED. in bone and red',
      },
      {
        file: 'wears-red-tee-detail.jpg',
        alt: 'Wears Red Tee: black T-shirt, detail – close-up of the back print',
      },
    ],
  },
  {
    id: 'red-sweatpant',
    name: 'Wears Red Sweatpant',
    price: cents(9_800),
    category: 'Pants',
    description:
      'The other half of the red set: deep red fleece, tonal ribbing and a bone wordmark at the hip. Wear it with the hoodie, or let it do the talking alone.',
    stock: 3,
    sizes: counted({ XS: 0, S: 1, M: 2, L: 0, XL: 0 }),
    pictures: [
      {
        file: 'red-sweatpant-front.jpg',
        alt: 'Wears Red Sweatpant: deep red sweatpants, front – bone wordmark at the hip',
      },
      { file: 'red-sweatpant-back.jpg', alt: 'Wears Red Sweatpant: deep red sweatpants, back – rear view' },
      {
        file: 'red-sweatpant-detail.jpg',
        alt: 'Wears Red Sweatpant: deep red sweatpants, detail – close-up of pocket seam and wordmark',
      },
    ],
  },
  {
    id: 'mark-cap-black',
    name: 'Mark Cap',
    price: cents(4_200),
    category: 'Accessories',
    description:
      'Six-panel cotton-twill cap with a curved brim, stitched eyelets and the mark embroidered on the front. Adjustable strap at the back.',
    stock: 28,
    sizes: offered('M'),
    pictures: [
      {
        file: 'mark-cap-black-front.jpg',
        alt: 'Mark Cap: black six-panel cap, front – three-quarter view with embroidered R mark',
      },
      {
        file: 'mark-cap-black-straight.jpg',
        alt: 'Mark Cap: black six-panel cap, front – straight front view',
      },
      {
        file: 'mark-cap-black-detail.jpg',
        alt: 'Mark Cap: black six-panel cap, detail – embroidered mark close up',
      },
    ],
  },
  {
    id: 'tote-bone',
    name: 'Street Tote',
    price: cents(3_800),
    category: 'Accessories',
    description:
      'A heavy 16 oz canvas tote with long handles and a reinforced top edge. Printed front and back; carries a week of groceries or a very quiet statement.',
    stock: 52,
    sizes: offered('M'),
    pictures: [
      {
        file: 'tote-bone-front.jpg',
        alt: 'Street Tote: bone canvas tote bag, front – WEARS RED. print in black and red',
      },
      {
        file: 'tote-bone-back.jpg',
        alt: 'Street Tote: bone canvas tote bag, back – large R mark on the reverse',
      },
      {
        file: 'tote-bone-detail.jpg',
        alt: 'Street Tote: bone canvas tote bag, detail – canvas weave, handle and print close up',
      },
    ],
  },
  {
    id: 'core-sweatpant-black',
    name: 'Core Sweatpant',
    price: cents(9_600),
    category: 'Pants',
    description:
      'Tapered sweatpant in 400 gsm fleece with a wide ribbed waistband, slanted pockets and a small mark at the thigh. Red drawcord, because of course.',
    stock: 45,
    sizes: offered('XS', 'S', 'M', 'L', 'XL', 'XXL'),
    pictures: [
      {
        file: 'core-sweatpant-black-front.jpg',
        alt: 'Core Sweatpant: black sweatpants, front – small R mark at the thigh, red drawcord',
      },
      { file: 'core-sweatpant-black-back.jpg', alt: 'Core Sweatpant: black sweatpants, back – rear view' },
      {
        file: 'core-sweatpant-black-detail.jpg',
        alt: 'Core Sweatpant: black sweatpants, detail – ribbed waistband and red drawcord close up',
      },
    ],
  },
  {
    id: 'rib-beanie-red',
    name: 'Rib Beanie',
    price: cents(3_400),
    category: 'Accessories',
    description:
      'A deep-cuffed rib-knit beanie in Redemption red with a woven label. Warm, close-fitting and long enough to fold twice.',
    stock: 40,
    sizes: offered('M'),
    pictures: [
      {
        file: 'rib-beanie-red-front.jpg',
        alt: 'Rib Beanie: deep red rib-knit beanie, front – deep cuff and black woven label',
      },
      {
        file: 'rib-beanie-red-detail.jpg',
        alt: 'Rib Beanie: deep red rib-knit beanie, detail – woven label on the rib knit close up',
      },
    ],
  },
  {
    id: 'sweat-short-bone',
    name: 'Sweat Short',
    price: cents(6_800),
    category: 'Pants',
    description:
      'Above-the-knee sweat short in undyed bone loopback cotton. Ribbed waist, slanted pockets and an easy fit.',
    stock: 30,
    sizes: counted({ S: 5, M: 8, L: 9, XL: 6, XXL: 2 }),
    pictures: [
      {
        file: 'sweat-short-bone-front.jpg',
        alt: 'Sweat Short: bone sweat short, front – black wordmark above the hem, red drawcord',
      },
      { file: 'sweat-short-bone-back.jpg', alt: 'Sweat Short: bone sweat short, back – rear view' },
      {
        file: 'sweat-short-bone-detail.jpg',
        alt: 'Sweat Short: bone sweat short, detail – ribbed waistband and red drawcord close up',
      },
    ],
  },
  {
    id: 'vertical-sweatpant-grey',
    name: 'Vertical Sweatpant',
    price: cents(9_800),
    category: 'Pants',
    description:
      'Washed-grey fleece with the name running down the left leg. Cut easy at the thigh and gathered at a deep rib cuff.',
    stock: 24,
    sizes: offered('S', 'M', 'L', 'XL'),
    pictures: [
      {
        file: 'vertical-sweatpant-grey-front.jpg',
        alt: 'Vertical Sweatpant: washed grey sweatpants, front – REDEMPTION running down the left leg',
      },
      {
        file: 'vertical-sweatpant-grey-back.jpg',
        alt: 'Vertical Sweatpant: washed grey sweatpants, back – rear view',
      },
      {
        file: 'vertical-sweatpant-grey-detail.jpg',
        alt: 'Vertical Sweatpant: washed grey sweatpants, detail – close-up of the leg print',
      },
    ],
  },
  {
    id: 'washed-hoodie-grey',
    name: 'Washed Stack Hoodie',
    price: cents(12_800),
    category: 'Hoodies',
    description:
      'Pigment-washed grey fleece with a worn-in feel from the first day and WEARS RED. set large on the back. Released in small runs; this one is currently sold out.',
    stock: 0,
    sizes: [],
    pictures: [
      {
        file: 'washed-hoodie-grey-front.jpg',
        alt: 'Washed Stack Hoodie: washed grey hoodie, front – mark and wordmark lockup on the chest',
      },
      {
        file: 'washed-hoodie-grey-back.jpg',
        alt: 'Washed Stack Hoodie: washed grey hoodie, back – large WEARS RED. back print',
      },
      {
        file: 'washed-hoodie-grey-detail.jpg',
        alt: 'Washed Stack Hoodie: washed grey hoodie, detail – close-up of the chest print',
      },
    ],
  },
  {
    id: 'crew-sock',
    name: 'Crew Sock, 2-Pack',
    price: cents(2_400),
    category: 'Accessories',
    description:
      'Ribbed cotton crew socks with a red band and the wordmark at the ankle. Cushioned sole; two pairs per pack.',
    stock: null,
    sizes: offered('S', 'M', 'L'),
    pictures: [
      {
        file: 'crew-sock-front.jpg',
        alt: 'Crew Sock, 2-Pack: off-white crew socks, front – a pair with red bands and wordmark at the ankle',
      },
      {
        file: 'crew-sock-detail.jpg',
        alt: 'Crew Sock, 2-Pack: off-white crew socks, detail – rib knit and wordmark close up',
      },
    ],
  },
]

/** Sizes that share the count of the product. */
function offered(...sizes: Size[]): ProductSize[] {
  return sizes.map((size) => ({ size, stock: null }))
}

/** Sizes with separate counts. */
function counted(units: Partial<Record<Size, number>>): ProductSize[] {
  return SIZES.flatMap((size) => (units[size] === undefined ? [] : [{ size, stock: units[size] }]))
}
