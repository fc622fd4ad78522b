import { globSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** One file compresses and loads better than a dozen small ones. */
const filesOf = (...paths: string[]) => new RegExp(paths.join('|').replaceAll('/', String.raw`[\\/]`))

/** Code that every storefront page runs, and the styles of what the server renders on most of them. */
const EVERY_PAGE = filesOf(
  'rolldown/runtime|node_modules/(react|react-dom|scheduler)/',
  'web/(as-served|early-use|elements-in-language|load-in-time|load-styles|prerendering)\\.tsx?|web/styles/',
  'web/frame/(bar|currency-selector|search-overlay)|storefront/page-frame',
  'web/ui/(icon|loaded-on-demand|product/carry-picture|shop-name|spinner)',
  String.raw`(storefront/footer/.*|web/ui/(breadcrumb|button|picture|product/product-.*|wordmark))\.module\.css`,
  String.raw`web/visitor/(cart|cart-store|cookies|currency-in-step)\.ts`,
  String.raw`domain/(catalog/fields/is-size-name|path-in-language|settings/in-shop-name)\.ts`,
)

/** Pictures, cards, buttons and toasts, which most pages render in the browser too. */
const PARTS = filesOf(
  String.raw`web/ui/(breadcrumb|button|link-button|picture|product/(listed-price|product-(address|card|grid))|toast)\.tsx?$`,
  String.raw`web/ui/toast\.module\.css`,
)

/** What owners wrote, which only the server renders on the pages of the shop. */
const TEXT_OF_OWNERS = filesOf('web/ui/policy-lines')

/** Changes of the cart, delivery texts of product pages, cart and thank-you page, and small pictures. */
const SALE = filesOf(
  String.raw`storefront/(sale-terms|cart/cart-picture)|words/[a-z]+/(cart|shipping)\.ts`,
  String.raw`(domain/checkout|web/visitor)/edit-cart\.ts`,
)

/** Forms of the contact page and the checkout. */
const FORMS = filesOf(String.raw`web/ui/(field|select|text-area|notice)|domain/(form-errors|plain-text)\.ts`)

/** The suggestion beside an email address, also of the newsletter on pages without another form. */
const EMAIL = filesOf(
  String.raw`web/ui/email-suggestion|domain/(email|differs-by-one)\.ts|words/[a-z]+/email-suggestion`,
)

/** Cart, cart panel and checkout. */
const CART = filesOf(
  'web/storefront/cart/(?!cart-p)|web/ui/(total-list|quantity-stepper)',
  String.raw`web/visitor/(cart-totals|currency|server-tariff|order-note|reprice|use-repriced-cart)\.ts`,
  String.raw`domain/checkout/pricing\.ts`,
)

/** Where a product, the cart and the checkout have wallets, whose code is loaded later. */
const EXPRESS = filesOf('web/storefront/wallets/express-slot')

/** The checkout, the page of a payment link and the thank-you page. */
const PAYING = filesOf(
  'web/storefront/checkout/(gateways/card-|messages|paying/settle-checkout)',
  String.raw`web/visitor/last-order\.ts|words/[a-z]+/checkout/checkout\.ts`,
)

const CHECKOUT = filesOf(
  'web/storefront/checkout/(?!checkout-page|gateways/)',
  'domain/(places/|checkout/checkout-form)',
)

/** Each screen is an entry: its page names the file (web/http/files/assets.ts), so that no page has a list of all. */
const SCREENS = globSync('web/{storefront,admin}/*/*-page.tsx')

/** The typefaces that a shop may choose, of which its pages name one pair (web/http/files/assets.ts). */
const FONT_PAIRS = globSync('web/fonts/*.css')

/** The styles of what only the server renders (web/as-served.tsx): Vite leaves them out where no class name is used. */
const KEEP_STYLES: Plugin = {
  name: 'keep-styles',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code: `${code}\n__keepStyles();`, map: null, moduleSideEffects: true }),
  },
  renderChunk: (code) => ({ code: code.replaceAll(/\b__keepStyles\(\)[;,]?\n?/g, ''), map: null }),
}

/** A class name is a constant in its place instead of a field of an object with all of its style sheet. */
const NAME_CLASSES: Plugin = {
  name: 'name-classes',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\.tsx$/, code: /\.module\.css'/ },
    handler: (code) => ({
      code: code.replaceAll(
        /^import (\w+) from ('[^']+\.module\.css')$/gm,
        (line, name: string, file: string) =>
          code.includes(`${name}[`) ? line : `import * as ${name} from ${file}`,
      ),
      map: null,
    }),
  },
}

/** The mode of a browser build is its language. */
const languageOf = (mode: string) => (['production', 'development'].includes(mode) ? 'en' : mode)

/**
 * The browser's code names the words of `words/en/`; a build for another language has those of its folder, and its
 * links lead to pages in that language.
 */
const wordsIn = (language: string): Plugin => ({
  name: 'words-in-language',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client' && language !== 'en',
  resolveId: {
    filter: { id: /^#words\/en\/|^react\/jsx-runtime$/ },
    handler(id, importer) {
      if (id.startsWith('#')) return this.resolve(id.replace('/en/', `/${language}/`), importer)
      return importer === ELEMENTS ? null : ELEMENTS
    },
  },
})

const ELEMENTS = join(import.meta.dirname, 'web/elements-in-language.ts')

/**
 * In the browser a page speaks one language, so that its scripts have the words in place: `const words =
 * useWords('cart')` becomes an import, of which a script has what it uses.
 */
const WORDS_IN_PLACE: Plugin = {
  name: 'words-in-place',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\.tsx?$/, code: /= useWords\('/ },
    handler(code) {
      const modules = new Map<string, string>()
      const inPlace = code
        .replaceAll(/^ *const (\w+) = useWords\('([\w/-]+)'\)$/gm, (_line, name: string, module: string) => {
          if (modules.has(name) && modules.get(name) !== module)
            this.error(`${name} are two modules of words`)
          modules.set(name, module)
          return ''
        })
        .replace(/^import \{ useWords \} from .*$/m, '')
      if (inPlace.includes('useWords(')) this.error("Write: const words = useWords('module')")
      const imports = Array.from(
        modules,
        ([name, module]) => `import * as ${name} from '#words/en/${module}.ts'`,
      )
      return { code: `${inPlace}\n${imports.join('\n')}`, map: null }
    },
  },
}

/** Code that is loaded later waits for its styles by our own helper: Vite's is eight times as long. */
const LOAD_STYLES: Plugin = {
  name: 'load-styles',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () =>
      `export { withStyles as __vitePreload } from '${join(import.meta.dirname, 'web/load-styles.ts')}'`,
  },
}

/**
 * V8 keeps the text of the server in memory: without comments, and with one byte for each sign, as a text has that is
 * ASCII. Names and lines stay, for the log of errors.
 */
const IN_MEMORY = {
  comments: false,
  minify: {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: false, asciiOnly: true, legalComments: 'none' },
  },
} as const

/**
 * The browser's build for each language, all in `build/client` and with the same files where there are no words, and,
 * with --ssr, the server's (`build/server`). See scripts/build.ts.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [LOAD_STYLES, NAME_CLASSES, WORDS_IN_PLACE, wordsIn(languageOf(mode)), react(), KEEP_STYLES],
  publicDir: isSsrBuild ? false : 'web/public',
  // Otherwise the server's build has React's development versions too, a third of its text.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  // Leaves out React's code for its developer tools, which stay in the development server.
  ...(command === 'build' && !isSsrBuild && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: isSsrBuild
    ? {
        outDir: 'build/server',
        target: 'node26',
        minify: false,
        rollupOptions: { input: 'server.ts', output: IN_MEMORY },
      }
    : {
        outDir: 'build/client',
        target: 'baseline-widely-available',
        emptyOutDir: languageOf(mode) === 'en',
        manifest: languageOf(mode) === 'en' || `.vite/${mode}.json`,
        // A page names its scripts itself (web/http/files/assets.ts). Only the styles of later parts are waited for.
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        assetsInlineLimit: 0,
        rollupOptions: {
          input: ['web/browser.tsx', ...SCREENS, ...FONT_PAIRS],
          preserveEntrySignatures: 'exports-only',
          treeshake: {
            moduleSideEffects: [
              { test: PARTS, sideEffects: false },
              { test: TEXT_OF_OWNERS, sideEffects: false },
            ],
          },
          // The words of a screen cost no more than strings within its components.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            codeSplitting: {
              groups: [
                { name: 'every-page', test: EVERY_PAGE, priority: 5 },
                { name: 'parts', test: PARTS, priority: 4 },
                { name: 'sale', test: SALE, priority: 4 },
                { name: 'email', test: EMAIL, priority: 4 },
                { name: 'forms', test: FORMS, priority: 3 },
                { name: 'paying', test: PAYING, priority: 3 },
                { name: 'express', test: EXPRESS, priority: 4 },
                { name: 'valibot', test: filesOf('node_modules/valibot/'), priority: 4 },
                { name: 'cart', test: CART, priority: 2 },
                { name: 'checkout', test: CHECKOUT, priority: 1 },
              ],
            },
          },
        },
      },
  ssr: {
    ...(command === 'build' && { noExternal: true }),
    external: ['sharp', 'pg', 'nodemailer', 'pdfkit'],
  },
}))
