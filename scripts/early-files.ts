import { build, type HtmlTagDescriptor, type Plugin, type ResolvedConfig } from 'vite'

const dressing = '/first-paint.js'
const begin = '/src/app/begin.ts'
const app = '/src/app/main.tsx'

/**
 * Inlines the start script into the page, so that it runs before any file has loaded, and preloads the files that every
 * start needs. The start script decides when the preloaded files run.
 */
export const earlyFiles = (): Plugin[] => [
  {
    name: 'early-files:app',
    apply: 'build',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(begin, app) },
  },
  writeBegin(),
]

function writeBegin(): Plugin {
  let target: ResolvedConfig['build']['target'] = false
  return {
    name: 'early-files:begin',
    apply: 'build',
    configResolved(config) {
      target = config.build.target
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { chunk: start }) {
        if (!start) throw new Error('the page names no script')
        const file = `/${start.fileName}`
        const script = await buildBegin(file, target)
        const withoutApp = html
          .replace(new RegExp(`<script[^>]* src="${file}"></script>\\s*`), '')
          // Removes comments, which only readers of the source need.
          .replace(/<!--[\s\S]*?-->\s*/g, '')
        return {
          html: withoutApp.replace(`<script src="${dressing}"></script>`, () => `<script>${script}</script>`),
          tags: [preload(file)],
        }
      },
    },
  }
}

/** Fetches without compiling, because compilation would delay the first paint. */
const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'script', crossorigin: true, href },
  injectTo: 'head',
})

const entry = '\0page-begins'

/** The whole start script: first sets the theme, then paints the cached list, then runs the app from its file. */
async function buildBegin(appFile: string, target: ResolvedConfig['build']['target']): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'import.meta.env.APP_FILE': JSON.stringify(appFile) },
    plugins: [
      {
        name: 'page-begins',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `import '/public${dressing}'\nimport '${begin}'` : undefined),
      },
    ],
    build: {
      ...{ write: false, target, modulePreload: false },
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const code = 'output' in built ? built.output[0].code.trim() : ''
  if (code === '' || /<\/script|<!--/i.test(code)) throw new Error('the page cannot begin with this script')
  return code
}
