import { build, type HtmlTagDescriptor, type Plugin, type ResolvedConfig } from 'vite'

const dressing = '/first-paint.js'
const begin = '/src/app/begin.ts'
const app = '/src/app/main.tsx'

/**
 * Puts the script with which the page begins into the page itself, so that it runs before any file is there, and has what every
 * start needs fetched meanwhile. What is fetched runs when that script says so.
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
          // Comments are for those who read the source.
          .replace(/<!--[\s\S]*?-->\s*/g, '')
        return {
          html: withoutApp.replace(`<script src="${dressing}"></script>`, () => `<script>${script}</script>`),
          tags: [preload(file)],
        }
      },
    },
  }
}

/** Fetched and not compiled yet: that would take the processor from what is painted first. */
const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'script', crossorigin: true, href },
  injectTo: 'head',
})

const entry = '\0page-begins'

/** The script with which the page begins, whole: first what dresses it, then what paints it and runs the app from its file. */
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
