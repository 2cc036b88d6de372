import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  build,
  defaultClientConditions,
  type HtmlTagDescriptor,
  type Plugin,
  type ResolvedConfig,
} from 'vite'
import type { ManifestTransform } from 'workbox-build'
import { readVersionFile, type VersionFile, versionKey } from '../schemas/env/version-file.ts'
import { appVersion } from '../src/app/version.ts'

/** The builds of packages that the client's bundles contain: those for current browsers, which are smaller. */
export const clientPackages = {
  // RxJS has its classes as classes there, without the helpers that older browsers needed.
  conditions: ['es2015', ...defaultClientConditions],
  alias: [
    { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
    // React has this hook itself. Packages that also support older versions bring a copy.
    { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
  ],
}

/** Modules that no build may contain: the state machine inspector for development (DEC-33). */
const developmentModules =
  /\/(?:src|machines)\/inspection\/|\/schemas\/cross-tab\/inspection\.ts|\/command-center\/(?!diagnostics-screen)|\/locales\/[^/]+\/inspection\.po|\/node_modules\/elkjs\//

/** Fails a build that would ship the inspector. */
export const developmentOnly = (): Plugin => ({
  name: 'development-only',
  apply: 'build',
  generateBundle(_, bundle) {
    const shipped = Object.values(bundle)
      .flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
      .filter((id) => developmentModules.test(id))
    if (shipped.length > 0)
      this.error(`The build contains modules that are for development only: ${shipped.join(', ')}`)
  },
})

/** The zoom library adds a style element when it loads, which our content security policy forbids. */
const injection = 'styleInject(css_248z);'

/** Removes that style sheet from builds. Our own CSS modules contain the few rules that are needed. */
export const withoutInjectedStyles = (): Plugin => ({
  name: 'without-injected-styles',
  apply: 'build',
  transform(code, id) {
    if (!/\/react-zoom-pan-pinch\/dist\/[^/]+\.js/.test(id)) return undefined
    if (!code.includes(injection)) this.error('react-zoom-pan-pinch adds its style sheet in a new way')
    return { code: code.replace(injection, ''), map: null }
  },
})

/**
 * Groups the modules of the build into chunks: one for every start, one for sign-in, one for the first signed-in
 * screen, one for modules that at least six screens share, and one for the conversation screen. Few chunks are better, because
 * each file has its own headers and larger files compress better. The start script is inlined into the page
 * (earlyFiles). Other modules are split by their importers.
 */
export const startChunks = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 5 },
    { name: 'sign-in', test: /features\/authentication\/sign-in-screen\.tsx$/, priority: 4 },
    {
      name: 'account',
      test: /(client\/account-program|streams\/storage\/dexie-storage|routes\/protected-layout|app\/frame\/nothing-open|app\/account-ports|conversation-list\/conversation-list-pane)\.tsx?$/,
      priority: 3,
    },
    // Phones load this with the list. Without a chunk of its own, its few shared modules would bring two large ones.
    { name: 'touch', test: /(frame\/touch-frame|conversation-list\/row-swipes)\.tsx$/, priority: 2.5 },
    // The pages of the user's own profile and settings share modules too, but the first signed-in screen needs none of
    // them. The installation, which every page loads, needs the texts of its area, but no screen.
    {
      name: 'screens',
      test: /^(?!.*\/(features\/my\/|app\/use-area-texts\.))/,
      minShareCount: 6,
      priority: 2,
    },
    // A list with a notice needs it, and no other part of a conversation.
    { name: 'notice-sentence', test: /message\/notice-sentence\.tsx$/, priority: 1.5 },
    { name: 'conversation', test: /conversation-screen\.tsx$/, priority: 1 },
  ],
}

const themeScript = '/first-paint.js'
const startScript = '/src/app/begin.ts'
const app = '/src/app/main.tsx'

/**
 * Inlines the start script into the page, so that it runs before any file has loaded, and preloads the files that every
 * start needs. The start script decides when the preloaded files run.
 */
export const earlyFiles = (): Plugin[] => [
  {
    name: 'early-files:app',
    apply: 'build',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(startScript, app) },
  },
  inlineStartScript(),
]

function inlineStartScript(): Plugin {
  let target: ResolvedConfig['build']['target'] = false
  return {
    name: 'early-files:start-script',
    apply: 'build',
    configResolved(config) {
      target = config.build.target
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { chunk: start, bundle = {} }) {
        const account = Object.values(bundle).find(({ name, type }) => type === 'chunk' && name === 'account')
        if (!start || !account) throw new Error('The build has no start chunk or no account chunk')
        const file = `/${start.fileName}`
        const script = await buildStartScript({ app: file, account: `/${account.fileName}` }, target)
        const withoutApp = html
          .replace(new RegExp(`<script[^>]* src="${file}"></script>\\s*`), '')
          // Removes comments, which only readers of the source need.
          .replace(/<!--[\s\S]*?-->\s*/g, '')
        return {
          html: withoutApp.replace(
            `<script src="${themeScript}"></script>`,
            () => `<script>${script}</script>`,
          ),
          tags: [file, ...start.imports.map((name) => `/${name}`)].map(preload),
        }
      },
    },
  }
}

/**
 * A tag that fetches a module and compiles it in another thread, without running it. The style sheets come first,
 * because the cached list is painted with them alone.
 */
const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href },
  injectTo: 'head',
})

const entry = '\0start-script'

/** Returns the start script: it sets the theme, paints the cached list, and then runs the app from its file. */
async function buildStartScript(
  files: { readonly app: string; readonly account: string },
  target: ResolvedConfig['build']['target'],
): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      'import.meta.env.APP_FILE': JSON.stringify(files.app),
      'import.meta.env.ACCOUNT_FILE': JSON.stringify(files.account),
    },
    plugins: [
      {
        name: 'start-script',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `import '/public${themeScript}'\nimport '${startScript}'` : undefined),
      },
    ],
    build: {
      ...{ write: false, target, modulePreload: false },
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const code = 'output' in built ? built.output[0].code.trim() : ''
  if (code === '' || /<\/script|<!--/i.test(code))
    throw new Error('This start script cannot be inlined into the page')
  return code
}

/** The catalog areas that load together: for every start, for the conversation list, and for the other signed-in pages. */
const catalogParts: Readonly<Record<string, readonly string[]>> = {
  entry: ['auth', 'common', 'errors'],
  account: ['account', 'messages', 'messaging-settings'],
  pages: [
    ...[
      'around',
      'codes',
      'collections',
      'commands',
      'composer',
      'contact',
      'conversation',
      'forward',
      'groups',
    ],
    ...['media', 'my', 'report', 'search', 'stickers', 'tags'],
  ],
}

const locales = new URL('../locales', import.meta.url).pathname

/** Provides the module `virtual:catalogs/<part>/<locale>`: the compiled areas of one part, so that they load as one file. */
export const catalogModules = (): Plugin => ({
  name: 'catalog-modules',
  resolveId: (id) => (id.startsWith('virtual:catalogs/') ? `\0${id}` : undefined),
  load(id) {
    const [, part = '', locale] = /^\0virtual:catalogs\/(\w+)\/([\w-]+)$/.exec(id) ?? []
    const areas = catalogParts[part]
    if (areas === undefined) return undefined
    const imports = areas.map((area, index) => {
      const file = JSON.stringify(`${locales}/${locale}/${area}.po`)
      return `import { messages as area${index} } from ${file}`
    })
    return `${imports.join('\n')}\nexport const areas = [${areas.map((_, index) => `area${index}`)}]`
  },
})

/**
 * Writes version.json, and its key into the page [BOOT-27]. The hash is that of the page, which names all other files.
 */
export const buildVersion = (): Plugin => ({
  name: 'build-version',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') this.error('The build has no page')
    const html = String(page.source)
    const hash = createHash('sha256').update(html).digest('hex').slice(0, 16)
    const version: VersionFile = { version: appVersion, hash, timestamp: Date.now() }
    page.source = html.replace('<head>', `<head><meta name="version" content="${versionKey(version)}">`)
    this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify(version) })
  },
})

/** Tells the service worker, which is built after the app, the app's version. */
export const withVersionKey = (directory: string): Plugin => ({
  name: 'with-version-key',
  config() {
    const version = readVersionFile(JSON.parse(readFileSync(join(directory, 'version.json'), 'utf8')))
    if (version === undefined) throw new Error('The build has no version')
    return { define: { 'import.meta.env.VERSION_KEY': JSON.stringify(versionKey(version)) } }
  },
})

/**
 * Adds the hash of each file to the service worker's list, so that it stores no other file under that name. Only files
 * named by their content have one: the server writes a nonce into the page, and an operator may replace the icon.
 */
export const withIntegrity =
  (directory: string): ManifestTransform =>
  (entries) => ({
    manifest: entries.map(({ url, size }) => ({
      ...{ url, size, revision: null },
      ...(url.startsWith('assets/') && {
        integrity: `sha384-${createHash('sha384')
          .update(readFileSync(join(directory, url)))
          .digest('base64')}`,
      }),
    })),
  })

/**
 * The service worker is one file. The PWA plugin asks for that by an option that Vite has replaced, and prints the
 * progress of its build whatever the log level.
 */
export const quietServiceWorker = (): Plugin => ({
  name: 'quiet-service-worker',
  config(config) {
    config.logLevel = 'error'
    const output = config.build?.rollupOptions?.output
    if (!output || Array.isArray(output)) return
    delete output.inlineDynamicImports
    output.codeSplitting = false
  },
})
