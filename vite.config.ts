import { globSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Code that every storefront page runs: one file compresses and loads better than a dozen small ones. */
const ON_EVERY_PAGE =
  /rolldown[\\/]runtime|vite[\\/]preload-helper|node_modules[\\/](react|react-dom|scheduler)[\\/]|web[\\/]styles|web[\\/]frame[\\/]|storefront[\\/](page-frame|footer[\\/])|web[\\/]ui[\\/](breadcrumb|button|icon|link-button|picture|product[\\/]|shop-name|spinner|toast|wordmark)|web[\\/]visitor[\\/](cart|cart-store|cookies|currency|currency-in-step)\.ts|domain[\\/](plain-text|catalogue[\\/](category-label|fields[\\/]is-size-name|search)|settings[\\/]in-shop-name)\.ts/

/** Each screen is an entry: its page names the file (web/http/files/assets.ts), so that no page has a list of all. */
const SCREENS = globSync('web/{storefront,admin}/*/*-page.tsx')

/** Two builds: the browser's (`build/client`) and, with --ssr, the server's (`build/server`). See scripts/build.ts. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react()],
  publicDir: isSsrBuild ? false : 'web/public',
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: isSsrBuild
    ? {
        outDir: 'build/server',
        target: 'node26',
        minify: false,
        rollupOptions: { input: 'server.ts' },
      }
    : {
        outDir: 'build/client',
        target: 'baseline-widely-available',
        manifest: true,
        // A page names its scripts itself (web/http/files/assets.ts). Only the styles of later parts are waited for.
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        assetsInlineLimit: 0,
        rollupOptions: {
          input: ['web/browser.tsx', ...SCREENS],
          preserveEntrySignatures: 'exports-only',
          // The words of a screen cost no more than strings within its components.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'every-page',
                  test: ON_EVERY_PAGE,
                },
              ],
            },
          },
        },
      },
  ssr: { ...(command === 'build' && { noExternal: true }), external: ['sharp', 'pg', 'nodemailer'] },
}))
