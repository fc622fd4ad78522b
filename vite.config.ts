import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rollupOptions: { input: 'web/browser.tsx' },
      },
  ssr: { ...(command === 'build' && { noExternal: true }), external: ['sharp', 'pg', 'nodemailer'] },
}))
