import { openPage } from '#src/app/page.ts'
import { createDemoTranslation } from './host/demo-translation.ts'
import { allowOwnWorkers } from './host/script-policy.ts'
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
  await translation.speak(page.locale)
  stage.showProgress()
  try {
    const [root, banner] = [find('#root'), find('#demo-banner')]
    await startDemo({ root, banner, page, stage, translation, worker })
  } catch {
    stage.showFailure(startOver)
  }
}

void begin()
