import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  isProduction,
  reach,
  readSources,
  type Import,
  type Source,
} from '#test/support/sources/source-graph.ts'

/** The allowed imports between layers (docs/architecture.md). */
const MAY_USE: Record<string, RegExp> = {
  words: /^words\//,
  domain: /^(domain|words)\//,
  db: /^(domain|db)\//,
  providers: /^(domain|providers|db|words)\//,
  operations: /^(domain|db|operations|providers|demo|words)\//,
  demo: /^domain\//,
  web: /^(domain|operations|providers|web|words)\/|^db\/engine\/database-failure\.ts$/,
}

/** What other layers may import of a provider: its interface, never an implementation. */
const INTERFACES = new Set([
  'providers/backups/awaited-pictures.ts',
  'providers/backups/backup-runner.ts',
  'providers/backups/backup-store.ts',
  'providers/backups/continuous-copy.ts',
  'providers/catalog/catalog.ts',
  'providers/certificate/certificate-check.ts',
  'providers/connection.ts',
  'providers/content/content-source.ts',
  'providers/geolocation/geolocation.ts',
  'providers/identity/staff-identity.ts',
  'providers/identity/people/staff-people.ts',
  'providers/identity/two-step/staff-two-step.ts',
  'providers/identity/keys/staff-keys.ts',
  'providers/identity/passkeys/staff-passkeys.ts',
  'providers/images/drawings.ts',
  'providers/images/films/film-store.ts',
  'providers/images/image-store.ts',
  'providers/images/movable-store.ts',
  'providers/mail/mail-error.ts',
  'providers/mail/mailer.ts',
  'providers/payments/payment-gateway.ts',
  'providers/public-host.ts',
  'providers/rates/exchange-rates.ts',
  'providers/rehearsals/rehearsal-runner.ts',
  'providers/request-pace.ts',
  'providers/supplier-error.ts',
  'providers/updates/published-versions.ts',
  'providers/webhooks/post-to-public-host.ts',
])

const KEEPS_ITS_BOOKS_IN_OUR_TABLES = /^(sql-|built-in-|test-gateway|outbox-)/
const NOT_A_NAME =
  /(^|[-/])(utils?|helpers?|lib|common|misc|shared|core|index|types|constants|manager)(\.|-|\/)/
const FOR_THE_SERVER = /^(operations|providers|db|demo)\/|^web\/(api|http)\/|^[^/]+\.ts$|\.server\.tsx?$/

const LAYERS_WITH_WINGS = ['domain', 'db', 'operations', 'web/api', 'web/views']
/** Shared code that the wings of a layer may use; '' is the layer's root. */
const FOUNDATIONS = ['', 'places', 'engine', 'schema', 'migrations', 'openapi']
/** The same names in every layer. */
const WINGS = new Set([
  ...'catalog redirects checkout blocks orders packing refunds newsletter reminders inbox staff audit mail outbox upkeep'.split(
    ' ',
  ),
  ...'connections backups upgrades monitoring settings stock payment-links move sales'.split(' '),
  ...'promotions gift-cards drops draws start accounts books import webhooks returns fit translations'.split(
    ' ',
  ),
  ...FOUNDATIONS,
])

const sources = readSources()
const production = sources.filter(isProduction)

/** `web/x.ts -> db/y.ts` for every import that breaks a rule. */
function broken(
  from: readonly Source[],
  isBroken: (to: string, source: Source, how: Import) => boolean,
): string[] {
  return from.flatMap((source) =>
    source.imports
      .filter((how) => isBroken(how.file ?? how.specifier, source, how))
      .map((how) => `${source.path} -> ${how.specifier}`),
  )
}

/** The folder of a file in its layer; an empty text for the layer's root. */
function wingOf(path: string, layer: string): string {
  const rest = path.slice(layer.length + 1)
  return rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : ''
}

/** The other wings of the layer that each wing imports from. */
function wingArrows(layer: string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const { path, imports } of inFolder(`${layer}/`)) {
    const from = wingOf(path, layer)
    const others = arrows.get(from) ?? new Set()
    arrows.set(from, others)
    for (const { file } of imports) {
      if (file?.startsWith(`${layer}/`) && wingOf(file, layer) !== from) others.add(wingOf(file, layer))
    }
  }
  return arrows
}

/** `@stripe/stripe-js/pure` in `web/storefront/checkout/gateways/stripe/`. */
function isPackageOfItsGateway(specifier: string, path: string): boolean {
  const name = /^web\/storefront\/checkout\/gateways\/([a-z-]+)\//.exec(path)?.[1]
  return name !== undefined && new RegExp(`^@?${name}[/-]`).test(specifier)
}

const inFolder = (folder: string) => production.filter(({ path }) => path.startsWith(folder))

describe('allowed imports', () => {
  test.each(Object.entries(MAY_USE))('%s/ imports only from allowed layers', (layer, allowed) => {
    expect(
      broken(inFolder(`${layer}/`), (_to, _source, { file }) => file !== null && !allowed.test(file)),
    ).toEqual([])
  })

  test('domain/ is the same in browser and server: its only package is valibot', () => {
    expect(broken(inFolder('domain/'), (to, _source, { file }) => file === null && to !== 'valibot')).toEqual(
      [],
    )
  })

  test('operations and web import provider interfaces, never implementations', () => {
    const outside = [...inFolder('operations/'), ...inFolder('web/')]
    expect(broken(outside, (to) => to.startsWith('providers/') && !INTERFACES.has(to))).toEqual([])
  })

  test('only built-in suppliers use db/', () => {
    const mayUseTables = (path: string): boolean => {
      if (KEEPS_ITS_BOOKS_IN_OUR_TABLES.test(basename(path))) return true
      const users = inFolder('providers/').filter(({ imports }) => imports.some(({ file }) => file === path))
      return users.length > 0 && users.every((user) => mayUseTables(user.path))
    }
    const suspects = inFolder('providers/').filter(({ path }) => !mayUseTables(path))
    expect(broken(suspects, (to) => to.startsWith('db/'))).toEqual([])
  })

  test('storefront and staff area never import each other, and shared code imports neither', () => {
    const not = (folders: string[], others: RegExp) =>
      broken(
        folders.flatMap((folder) => inFolder(folder)),
        (to) => others.test(to),
      )
    expect(not(['web/storefront/'], /^web\/(admin\/|(api|views)\/(\w+\/)?staff-)/)).toEqual([])
    expect(not(['web/admin/'], /^web\/storefront\//)).toEqual([])
    expect(not(['web/frame/', 'web/ui/', 'web/visitor/'], /^web\/(storefront|admin)\//)).toEqual([])
  })

  test('views that screens and the API share are in web/views/', () => {
    const screens = /^web\/(admin|storefront|frame|ui)\//
    expect(broken(inFolder('web/api/'), (to) => screens.test(to))).toEqual([])
    expect(broken(inFolder('web/views/'), (to) => screens.test(to) || to.startsWith('web/api/'))).toEqual([])
    const onScreens = production.filter(({ path }) => screens.test(path))
    expect(broken(onScreens, (to) => to.startsWith('web/api/'))).toEqual([])
  })

  test('browser code imports no server code', () => {
    const pages = production.filter(({ path }) => path.endsWith('-page.tsx')).map(({ path }) => path)
    const reached = reach(production, ['web/browser.tsx', ...pages])
    expect([...reached].filter((path) => FOR_THE_SERVER.test(path))).toEqual([])
    const inBrowser = production.filter(({ path }) => reached.has(path))
    expect(
      broken(inBrowser, (to, source, { file, typeOnly }) => {
        return (
          file === null &&
          !typeOnly &&
          !/^(react(-dom)?(\/.*)?|valibot|@simplewebauthn\/browser)$|\.css$/.test(to) &&
          !isPackageOfItsGateway(to, source.path)
        )
      }),
    ).toEqual([])
  })

  test('there are no circular imports, not even of types or in tests', () => {
    const circular = sources.filter(({ path, imports }) => {
      const next = imports.flatMap(({ file }) => (file === null ? [] : [file]))
      return reach(sources, next, { types: true }).has(path)
    })
    expect(circular.map(({ path }) => path)).toEqual([])
  })

  test.each(LAYERS_WITH_WINGS)('the wings of %s/ are among those of every layer', (layer) => {
    expect([...wingArrows(layer).keys()].filter((wing) => !WINGS.has(wing))).toEqual([])
  })

  test.each(LAYERS_WITH_WINGS)('between the wings of %s/ there are no circular imports', (layer) => {
    const arrows = wingArrows(layer)
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of arrows.get(from) ?? []) {
        if (!seen.has(to)) reached(to, seen.add(to))
      }
      return seen
    }
    expect([...arrows.keys()].filter((wing) => reached(wing).has(wing))).toEqual([])
  })
})

describe('Payment gateways', () => {
  test('are named in their own folders only: no rule, screen or setting of the shop knows one', () => {
    const folders = inFolder('providers/payments/').flatMap(({ path }) => path.split('/').slice(2, -1))
    expect(folders).toContain('stripe')
    const name = new RegExp([...new Set(folders)].join('|').replaceAll('-', '[- ]?'), 'i')
    const generic = production.filter(({ path }) => {
      return /^(web|operations|domain)\/|^[^/]+\.ts$/.test(path) && !path.includes('/gateways/')
    })
    const naming = generic.filter(({ text }) =>
      name.test(text.replaceAll(/'[^'\n]*\/(gateways|payments)\/[^'\n]*'/g, '')),
    )
    expect(naming.map(({ path }) => path)).toEqual(['open-shop.ts'])
  })
})

describe('The house', () => {
  test('imports are ./ inside a folder and #layer/ across', () => {
    expect(broken(sources, (_to, _source, { specifier }) => specifier.startsWith('..'))).toEqual([])
  })

  test('there are no barrel files: a file exports only its own declarations', () => {
    const barrels = production.filter(({ text }) => /^export (type )?(\*|\{[^}]*\}) from /m.test(text))
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  test('the environment is read in one place', () => {
    const readers = production.filter(({ path, text }) => {
      return text.replace('readConfig(process.env)', '').includes('process.env') && path !== 'config.ts'
    })
    expect(readers.map(({ path }) => path)).toEqual([])
  })

  test('file names are kebab-case and name their main export', () => {
    const misnamed = sources.filter(({ path }) => !/^[a-z0-9./-]+$/.test(path) || NOT_A_NAME.test(path))
    expect(misnamed.map(({ path }) => path)).toEqual([])
  })

  test('comment lines have at most 120 columns, except linter directives, which cannot be wrapped', () => {
    const isTooLong = (line: string) => line.length > 120 && /^\s*(\/\/(?! oxlint-)|\/?\*)/.test(line)
    const tooLong = sources.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (isTooLong(line) ? [`${path}:${index + 1}`] : [])),
    )
    expect(tooLong).toEqual([])
  })

  test('code contains no ignored checks, postponed work or untyped casts', () => {
    const mark = /\b(TO[D]O|FIX[M]E)\b|@ts-ignor[e]|\bas an[y]\b/
    expect(sources.filter(({ text }) => mark.test(text)).map(({ path }) => path)).toEqual([])
  })
})
