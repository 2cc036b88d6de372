import { openPage } from '#src/app/page.ts'
import { serviceWorkerUrl } from './addresses.ts'
import { createDemoTranslation } from './host/demo-translation.ts'
import { createStage } from './host/stage.ts'
import { startDemo, startOver } from './host/start-demo.ts'

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}

/** Starts the demo in the page of `index.html` in this folder. */
const begin = async (): Promise<void> => {
  allowOwnWorkers()
  const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' })
  const page = openPage()
  const translation = createDemoTranslation()
  const stage = createStage(find('#demo-stage'), translation.i18n)
  document.documentElement.lang = page.locale
  await translation.activate(page.locale)
  stage.showProgress()
  try {
    const [root, banner] = [find('#root'), find('#demo-banner')]
    await startDemo({ root, banner, page, stage, translation, worker })
  } catch {
    stage.showFailure(startOver)
  }
}

/** Trusted Types, which TypeScript's library does not declare yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown
}

const isOwnScript = (url: string): boolean => {
  const { origin, pathname } = new URL(url, location.href)
  return origin === location.origin && (pathname === serviceWorkerUrl || pathname.startsWith('/assets/'))
}

/** Allows the page to start its two workers from files of this build, as the only exception from its policy. */
const allowOwnWorkers = (): void => {
  // Absent in browsers that do not enforce the policy either.
  const trustedTypes = Reflect.get(window, 'trustedTypes') as TrustedTypes | undefined
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isOwnScript(url) ? url : null) })
}

void begin()
